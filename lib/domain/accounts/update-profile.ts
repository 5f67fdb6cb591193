/**
 * Changing one's own account (infra/docs/api/accounts.md).
 *
 * Whoever changes what signs them in, or where money goes, proves to know the password first.
 */
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../errors.ts';
import type { Caller, Client, Credentials, Expert, User } from '../model/account.ts';
import { isSameName, resetIdentityReview } from '../model/identity.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceUserLimit } from '../rate-limits.ts';
import { changeUser } from './change-user.ts';
import { assertContactAvailable } from './contact-availability.ts';
import { requireCurrentPassword } from './current-password.ts';
import { withVerificationMailLimit } from './mail-requests.ts';
import { notificationJobs } from './notifications.ts';

/** Taken over as they come. Named one by one, so that nothing else of a form ever reaches the record. */
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

/** What may be sent; what is absent stays. */
export type ProfileUpdate = { readonly [Name in keyof Given]?: Given[Name] | undefined };

/** Whether this is the account that the caller means to change: asked of what is written over. */
type Expectation = (user: User) => boolean;

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'rateLimiter' | 'mailDns' | 'passwords' | 'random'>;

/**
 * @throws FieldError for a wrong current password, an address or phone that cannot be used; LimitExceeded;
 *   DomainError `changed-meanwhile`, and `unauthenticated` when the credentials changed meanwhile
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
  // Whoever may ask without end learns who is registered.
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
  const newHash = password === undefined ? undefined : await deps.passwords.hash(password);
  return changeUser(
    user.id,
    deps,
    current => {
      if (current.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
      if (!isExpected(current)) throw new DomainError('changed-meanwhile');
      const after = applied(current, fields, newHash !== undefined, deps);
      if (isDeepStrictEqual(current, after)) return undefined;
      const passwordHash = newHash ?? credentials?.passwordHash;
      return {
        after,
        jobs: notificationJobs(current, after, deps),
        ...(passwordHash && { passwordHash }),
        keptToken: token,
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
    credentialEpoch: user.credentialEpoch + (newPassword ? 1 : 0),
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

/** Documents were reviewed for one name and number; others have to be reviewed again. */
function reviewedAnew(before: Expert, after: Expert): Expert {
  return isSameName(before, after) ? after : resetIdentityReview(after);
}
