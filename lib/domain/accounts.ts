/**
 * Accounts of clients and experts (spec §2, §4.1; contract §2).
 *
 * An e-mail address and a phone number belong to one account each. What signs a person in, the
 * password hash, lives with the claim on the address and never on the user record.
 */
import { type Approval, NOT_APPROVED } from './approvals.ts';
import { type ScanFile, type ScanLocations, settle } from './identity-documents.ts';
import { type Job, newJob } from './jobs.ts';
import { FieldRefusal, Refusal } from './refusal.ts';
import { mintToken } from './tokens.ts';
import type { PasswordHash, World } from './world.ts';

export interface Address {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface ShippingAddress extends Address {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Company {
  readonly businessId: string | null;
  readonly taxId: string;
  readonly vatId: string | null;
}

export interface DateOfBirth {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
  readonly newsletterSubscribed: boolean;
  readonly createdAt: string;
  /** Tokens of another epoch are revoked. */
  readonly credentialEpoch: number;
  /** Counts writes, so that nobody overwrites what they have not read. */
  readonly version: number;
}

export interface Client extends Person {
  readonly role: 'client';
}

export interface Expert extends Person {
  readonly role: 'expert';
  readonly nationality: string;
  readonly dateOfBirth: DateOfBirth;
  readonly bankAccount: { readonly iban: string };
  readonly registrationNumber: string;
  readonly regions: readonly string[];
  readonly approval: Approval;
  readonly identityReview: 'pending' | 'accepted' | 'rejected';
  readonly scans: ScanLocations;
}

export type User = Client | Expert;

/** What it takes to sign somebody in. */
export interface Credentials {
  readonly userId: string;
  readonly passwordHash: PasswordHash;
  readonly credentialEpoch: number;
}

type GivenByExpert = Pick<
  Expert,
  | 'email'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'nationality'
  | 'dateOfBirth'
  | 'billingAddress'
  | 'company'
  | 'bankAccount'
  | 'registrationNumber'
  | 'regions'
  | 'newsletterSubscribed'
>;

export interface ExpertForm extends GivenByExpert {
  readonly password: string;
  readonly verificationDocumentFront: ScanFile;
  readonly verificationDocumentBack: ScanFile;
}

/**
 * Refuses an address that takes no mail, and an address or phone that is in use.
 * @throws FieldRefusal naming all that apply
 */
export async function refuseUnusable(
  { email, phone }: { readonly email: string; readonly phone: string | null },
  needs: Pick<World, 'accounts' | 'mailDns'>,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [acceptsMail, taken] = await Promise.all([
    needs.mailDns.acceptsMail(domain),
    needs.accounts.findTaken(email, phone),
  ]);
  const reasons = [...(acceptsMail ? [] : (['mail-domain'] as const)), ...taken];
  if (reasons.length > 0) throw new FieldRefusal(reasons);
}

type OpeningNeeds = Pick<World, 'accounts' | 'approvals' | 'clock' | 'passwords' | 'random' | 'scans'>;

/**
 * Stores the scans and writes the expert with claims, first token and jobs, all or nothing.
 * @returns the new expert's id and the token's text, which is kept nowhere
 * @throws FieldRefusal when address or phone was taken meanwhile
 */
export async function openExpertAccount(
  form: ExpertForm,
  userAgent: string | undefined,
  needs: OpeningNeeds,
): Promise<{ expertId: string; token: string }> {
  const receiving = needs.scans.receive(form.verificationDocumentFront, form.verificationDocumentBack);
  const [received, hashed] = await Promise.allSettled([receiving, needs.passwords.hash(form.password)]);
  if (received.status === 'rejected') throw received.reason;

  try {
    if (hashed.status === 'rejected') throw new Refusal('unavailable');
    const id = needs.random.uuid();
    const { scans, moves } = settle(received.value, id, needs);
    const expert = newExpert(id, form, scans, needs);
    const { token, plaintext } = mintToken(expert, userAgent, needs);
    const jobs: Job[] = [
      newJob({ kind: 'mail', mail: 'verify-email', userId: id }, needs),
      newJob({ kind: 'keep-scans', moves }, needs),
    ];
    if (needs.approvals.automatic) jobs.push(newJob({ kind: 'approve-expert', expertId: id }, needs));

    await needs.accounts.open(expert, hashed.value, token, jobs);
    return { expertId: id, token: plaintext };
  } catch (error) {
    // Any other error leaves open whether the account was written; then its job still needs the scans.
    if (error instanceof FieldRefusal || error instanceof Refusal) await needs.scans.discard(received.value);
    throw error;
  }
}

function newExpert(id: string, form: ExpertForm, scans: ScanLocations, needs: Pick<World, 'clock'>): Expert {
  return {
    id,
    role: 'expert',
    email: form.email,
    emailVerified: false,
    phone: form.phone,
    firstName: form.firstName,
    lastName: form.lastName,
    nationality: form.nationality,
    dateOfBirth: form.dateOfBirth,
    billingAddress: form.billingAddress,
    shippingAddress: null,
    company: form.company,
    bankAccount: form.bankAccount,
    registrationNumber: form.registrationNumber,
    regions: form.regions,
    newsletterSubscribed: form.newsletterSubscribed,
    approval: NOT_APPROVED,
    identityReview: 'pending',
    scans,
    createdAt: needs.clock.now().toISOString(),
    credentialEpoch: 1,
    version: 1,
  };
}
