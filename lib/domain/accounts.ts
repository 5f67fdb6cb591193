/**
 * Accounts of clients and experts (spec §2, contract §2): the records, and what one may be.
 *
 * An e-mail address and a phone number belong to one account each. What signs a person in, the
 * password hash, lives with the claim on the address and never on the user record.
 */
import type { Approval } from './approvals.ts';
import type { ScanLocations } from './identity-documents.ts';
import { type FieldReasons, FieldRefusal, Refusal } from './refusal.ts';
import type { AccountChange, PasswordHash, World } from './world.ts';

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
  /** When this address became the user's; a reset token of earlier is void. */
  readonly emailSince: string;
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

export type IdentityReview = 'pending' | 'accepted' | 'rejected';

export interface Expert extends Person {
  readonly role: 'expert';
  readonly nationality: string;
  readonly dateOfBirth: DateOfBirth;
  readonly bankAccount: { readonly iban: string };
  readonly registrationNumber: string;
  readonly regions: readonly string[];
  readonly approval: Approval;
  readonly identityReview: IdentityReview;
  readonly scans: ScanLocations;
  /** The account at the payment provider, once there is one. */
  readonly paymentAccountId: string | null;
}

export type User = Client | Expert;

/** What it takes to sign somebody in. */
export interface Credentials {
  readonly userId: string;
  readonly passwordHash: PasswordHash;
  readonly credentialEpoch: number;
}

interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Refuses an address that takes no mail, and an address or phone that is in use.
 * @throws FieldRefusal naming all that apply
 */
export async function refuseUnusable(
  { email, phone }: Contact,
  needs: Pick<World, 'accounts' | 'mailDns'>,
): Promise<void> {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  const [acceptsMail, taken] = await Promise.all([
    domain === undefined || needs.mailDns.acceptsMail(domain),
    needs.accounts.findTaken(email, phone ?? undefined),
  ]);
  const reasons: FieldReasons = acceptsMail
    ? taken
    : { email: ['mail-domain', ...(taken.email ?? [])], ...(taken.phone && { phone: taken.phone }) };
  if (Object.keys(reasons).length > 0) throw new FieldRefusal(reasons);
}

type Change = Omit<AccountChange, 'before'>;

const TRIES = 6;

/**
 * Changes a user as nobody else is changing them: reads, has `decide` say what becomes of it, writes,
 * and begins anew when somebody wrote in between. `decide` gives undefined when nothing is to change.
 *
 * @param read an earlier read of the user, to spare the first one
 */
export async function changeUser(
  userId: string,
  needs: Pick<World, 'accounts'>,
  decide: (user: User) => Promise<Change | undefined> | Change | undefined,
  read?: User,
): Promise<User> {
  let user = read ?? (await needs.accounts.find(userId));
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (!user) throw new Refusal('not-found');
    const change = await decide(user);
    if (!change) return user;
    if (await needs.accounts.save({ before: user, ...change })) return change.after;
    user = await needs.accounts.find(userId);
  }
  throw new Refusal('unavailable');
}
