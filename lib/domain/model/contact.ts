/** How somebody who orders is reached (infra/docs/api/conventions.md). */
import type { Address, Company, ShippingAddress } from './account.ts';

/** How the client is reached, and who is billed; experts but the assigned one do not see it. */
export interface Contact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null once the client has closed the account. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

/** Of whom nothing is told, or known any more. */
export const NO_CONTACT: Contact = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  billingAddress: null,
  shippingAddress: null,
  company: null,
};

/** As the client's account has it, or as the buyer gave it. */
export function toContact({
  firstName,
  lastName,
  email,
  phone,
  billingAddress,
  shippingAddress,
  company,
}: Contact): Contact {
  return { firstName, lastName, email, phone, billingAddress, shippingAddress, company };
}
