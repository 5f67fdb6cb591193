/**
 * Changes to the caller's own account (infra/docs/api/accounts.md#changing-the-account).
 *
 * A change of the e-mail address, the password or the bank account requires the current password.
 */
import { isDeepStrictEqual } from 'node:util';
import { accountChanged, createCredentialChangeJob, createJob, jobsAdded } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { createScanExpiryJobs, restartScanRetention } from '../files/identity-documents.ts';
import { createMailLimitHit, enforceLimit, enforceUserLimit } from '../limits/rate-limits.ts';
import {
  type Client,
  type Expert,
  isSameName,
  resetIdentityReview,
  type User,
} from '../model/accounts/account.ts';
import type { PasswordHash, Token } from '../model/accounts/credentials.ts';
import type { Decision } from '../model/change.ts';
import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../model/files/file.ts';
import type { Job, JobTask } from '../model/jobs/job.ts';
import type { RateLimitHit } from '../model/limits/rate-limit.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { decideNoChange } from './change-user.ts';
import { type PasswordProof, requireCurrentPassword } from './current-password.ts';
import { createRegionListsJobs } from './region-lists.ts';
import type { CodeDependencies } from './second-factor.ts';

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** New values of fields of the account. Absent fields keep their values. */
type ProfileFields = Optional<Omit<Client, 'role'> & Omit<Expert, 'role'>>;

/** A validated body. The form for the caller's role determines which fields it can contain. */
export type ProfileUpdate = ProfileFields &
  Optional<Record<'password' | 'passwordConfirmation' | keyof PasswordProof, string>>;

/** An update whose limits and current password were checked. */
interface AuthorizedUpdate {
  /** New contact details; undefined where they stay as they are. */
  readonly contact: Pick<ProfileUpdate, 'email' | 'phone'>;
  /** Check of the current password; undefined for an update that does not require it. */
  readonly proof: Awaited<ReturnType<typeof requireCurrentPassword>> | undefined;
  /** Hit of the verification mail on the limit of a new e-mail address; undefined if the address does not change. */
  readonly mail: RateLimitHit | undefined;
}

/**
 * Checks the limits and the current password of an update.
 * @throws FieldError when the current password is wrong
 * @throws LimitExceeded when the caller tries too many passwords, e-mail addresses or phone numbers
 */
export async function authorizeUpdate(
  user: User,
  { email, phone, password, bankAccount, ...sent }: ProfileUpdate,
  deps: Pick<Dependencies, 'accounts' | 'passwordHasher'> & CodeDependencies,
): Promise<AuthorizedUpdate> {
  const contact = {
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
  };
  // Without a limit, a caller could find out which e-mail addresses and phone numbers have an account.
  if (contact.email || contact.phone) await enforceUserLimit('new-contacts', user, deps);
  const isSensitive = email !== undefined || password !== undefined || bankAccount !== undefined;
  const proof = isSensitive ? await requireCurrentPassword(user, sent, deps) : undefined;
  if (!contact.email) return { contact, proof, mail: undefined };
  const mail = createMailLimitHit(contact.email, 'verify-email', user.market, deps.clock.now());
  await enforceLimit(mail, deps);
  return { contact, proof, mail };
}

/**
 * Changes the caller's account.
 * @param passwordHash the hash after the change; undefined when no sensitive field changes
 * @param isExpected returns whether the current version of the account is the one that the caller has read
 * @throws DomainError `changed-meanwhile` when `isExpected` returns false
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export function updateProfile(
  user: User,
  token: Token,
  { password, passwordConfirmation, currentPassword, code, ...fields }: ProfileUpdate,
  passwordHash: PasswordHash | undefined,
  isExpected: (user: User) => boolean,
  deps: DecisionDependencies,
): Decision<User> {
  if (user.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
  if (!isExpected(user)) throw new DomainError('changed-meanwhile');
  const after = applyFields(user, fields, password !== undefined, deps);
  if (isDeepStrictEqual(user, after)) return decideNoChange(after);
  const areCredentialsChanged = after.credentialEpoch !== user.credentialEpoch;
  return {
    result: after,
    changes: [
      ...accountChanged(user, after, { passwordHash, token }),
      ...jobsAdded([
        ...createNotificationJobs(user, after, password !== undefined, deps),
        ...(areCredentialsChanged ? [createCredentialChangeJob(after, deps)] : []),
        ...createRegionListsJobs(user, after, deps),
        ...createScanExpiryJobs(user, after, deps),
      ]),
    ],
  };
}

function applyFields(
  user: User,
  fields: ProfileFields,
  newPassword: boolean,
  deps: Pick<Dependencies, 'clock'>,
): User {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const hasMoved = (fields.email ?? user.email) !== user.email;
  const changed: User = {
    ...user,
    ...Object.fromEntries(sent),
    ...(hasMoved && { emailVerified: false, emailSince: deps.clock.now().toISOString() }),
    // A new epoch revokes all other tokens.
    credentialEpoch: user.credentialEpoch + (newPassword || hasMoved ? 1 : 0),
  };
  return changed.role === 'expert' ? resetReviewOfNewName(user as Expert, changed, deps) : changed;
}

/**
 * Restarts the identity review after a change of the name. If a review had finished, the retention period of the scans
 * starts again.
 */
function resetReviewOfNewName(before: Expert, after: Expert, deps: Pick<Dependencies, 'clock'>): Expert {
  if (isSameName(before, after)) return after;
  const pending = resetIdentityReview(after);
  return before.identityReview === 'pending'
    ? pending
    : restartScanRetention(pending, UNREVIEWED_SCAN_RETENTION_DAYS, deps);
}

/**
 * Creates the mail jobs for a change of an account. Warnings go to the previous e-mail address, because an attacker who
 * has taken over the account may have set the new one.
 */
function createNotificationJobs(
  before: User,
  after: User,
  hasNewPassword: boolean,
  deps: DecisionDependencies,
): Job[] {
  const userId = after.id;
  const formerAddress = { to: before.email, isVerified: before.emailVerified };
  const tasks: JobTask[] = [];
  if (before.email !== after.email) {
    tasks.push({ kind: 'mail', mail: 'verify-email', userId, to: after.email });
    tasks.push({ kind: 'mail', mail: 'email-changed', userId, ...formerAddress });
  }
  if (hasNewPassword) {
    tasks.push({ kind: 'mail', mail: 'password-changed', userId, ...formerAddress });
  }
  if (
    before.role === 'expert' &&
    after.role === 'expert' &&
    before.bankAccount.iban !== after.bankAccount.iban
  ) {
    tasks.push({ kind: 'mail', mail: 'bank-account-changed', userId, ...formerAddress });
  }
  return tasks.map(task => createJob(task, deps));
}
