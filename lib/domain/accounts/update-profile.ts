/**
 * Changes to the caller's own account (infra/docs/api/accounts.md#changing-the-account).
 *
 * A change of the e-mail address, the password or the bank account requires the current password.
 */
import { isDeepStrictEqual } from 'node:util';
import { addJobs, changeAccount } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Caller, Client, Credentials, Expert, User } from '../model/account.ts';
import { isSameName, resetIdentityReview } from '../model/identity.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceUserLimit } from '../rate-limits.ts';
import { changeUser, decideNoChange } from './change-user.ts';
import { assertContactAvailable } from './contact-availability.ts';
import { requireCurrentPassword } from './current-password.ts';
import { withVerificationMailLimit } from './mail-requests.ts';
import { notificationJobs } from './notifications.ts';

/** Fields that are copied unchanged. The names are listed so that no other field of the body reaches the record. */
const COMMON = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'billingAddress',
  'shippingAddress',
  'company',
  'newsletterSubscribed',
] as const;

type Given = Pick<User, (typeof COMMON)[number]> &
  Pick<Expert, 'bankAccount' | 'regions' | 'registrationNumber'> & {
    readonly password: string;
    readonly currentPassword: string;
  };

/** The fields that a caller may change. Absent fields keep their values. */
export type ProfileUpdate = { readonly [Name in keyof Given]?: Given[Name] | undefined };

/** Returns whether the current record is the version that the caller means to change. */
type Expectation = (user: User) => boolean;

type Deps = Pick<
  Dependencies,
  'accounts' | 'clock' | 'rateLimiter' | 'mailDns' | 'passwordHasher' | 'random' | 'unitOfWork'
>;

/**
 * Changes the caller's account.
 * @throws FieldError when the current password is wrong, or the e-mail address or phone number cannot be used
 * @throws LimitExceeded when the caller tries too many passwords, e-mail addresses or phone numbers
 * @throws DomainError `changed-meanwhile` when the account is not the version that the caller expects
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export async function updateProfile(
  caller: Caller,
  form: ProfileUpdate,
  isExpected: Expectation,
  deps: Deps,
): Promise<User> {
  const { user } = caller;
  const { email, phone, password, bankAccount } = form;
  const contact = {
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
  };
  // Without a limit, a caller could find out which e-mail addresses and phone numbers have an account.
  if (contact.email || contact.phone) await enforceUserLimit('new-contacts', user, deps);
  const isSensitive = email !== undefined || password !== undefined || bankAccount !== undefined;
  const credentials = isSensitive
    ? await requireCurrentPassword(user, form.currentPassword, deps)
    : undefined;

  const change = async () => {
    await assertContactAvailable(contact, deps);
    return write(caller, form, isExpected, credentials, deps);
  };
  return contact.email ? withVerificationMailLimit(contact.email, change, deps) : change();
}

async function write(
  { user, token }: Caller,
  { password, currentPassword, ...fields }: ProfileUpdate,
  isExpected: Expectation,
  credentials: Credentials | undefined,
  deps: Deps,
): Promise<User> {
  const newHash = password === undefined ? undefined : await deps.passwordHasher.hash(password);
  return changeUser(
    user.id,
    deps,
    current => {
      if (current.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
      if (!isExpected(current)) throw new DomainError('changed-meanwhile');
      const after = applied(current, fields, newHash !== undefined, deps);
      if (isDeepStrictEqual(current, after)) return decideNoChange(after);
      const passwordHash = newHash ?? credentials?.passwordHash;
      return {
        result: after,
        changes: [
          ...changeAccount(current, after, { passwordHash, token }),
          ...addJobs(notificationJobs(current, after, newHash !== undefined, deps)),
        ],
      };
    },
    user,
  );
}

function applied(
  user: User,
  fields: Omit<ProfileUpdate, 'password' | 'currentPassword'>,
  newPassword: boolean,
  { clock }: Pick<Dependencies, 'clock'>,
): User {
  const { bankAccount, regions, registrationNumber } = fields;
  const sent = Object.fromEntries(
    COMMON.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const hasMoved = (fields.email ?? user.email) !== user.email;
  const changed = {
    ...user,
    ...sent,
    ...(hasMoved && { emailVerified: false, emailSince: clock.now().toISOString() }),
    // A new epoch revokes all other tokens.
    credentialEpoch: user.credentialEpoch + (newPassword || hasMoved ? 1 : 0),
  };
  return changed.role === 'expert'
    ? reviewedAnew(user as Expert, {
        ...changed,
        bankAccount: bankAccount ?? changed.bankAccount,
        regions: regions ?? changed.regions,
        registrationNumber: registrationNumber ?? changed.registrationNumber,
      })
    : (changed as Client);
}

/** Resets the identity review when the name or the registration number has changed. */
function reviewedAnew(before: Expert, after: Expert): Expert {
  return isSameName(before, after) ? after : resetIdentityReview(after);
}
