/** Types of the registration requests (infra/docs/api/registration.md). */
import type { Client, Expert } from '../model/account.ts';
import type { SubmittedIdentityScans } from '../model/file.ts';

type Given =
  | 'email'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'billingAddress'
  | 'company'
  | 'newsletterSubscribed';

type GivenByClient = Pick<Client, Given | 'shippingAddress'>;

export interface ClientRegistration extends GivenByClient {
  readonly password: string;
}

type GivenByExpert = Pick<
  Expert,
  Given | 'nationality' | 'dateOfBirth' | 'bankAccount' | 'registrationNumber' | 'regions'
>;

export interface ExpertRegistration extends GivenByExpert, SubmittedIdentityScans {
  readonly password: string;
}
