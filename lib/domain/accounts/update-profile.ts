/**
 * Changes to the caller's own account (infra/docs/api/accounts.md#changing-the-account).
 *
 * A change of the e-mail address, the password or the bank account requires the current password.
 */
import { isDeepStrictEqual } from 'node:util';
import { addJobs, changeAccount, createCredentialChangeJob } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { scheduleScanExpiry } from '../files/scan-retention.ts';
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
import type { Job } from '../model/jobs/job.ts';
import type { RateLimitHit } from '../model/limits/rate-limit.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { decideNoChange } from './change-user.ts';
import { type PasswordProof, requireCurrentPassword } from './current-password.ts';
import { notificationJobs } from './notifications.ts';
import { createRegionListsJobs } from './region-lists.ts';
import type { CodeDependencies } from './second-factor.ts';

type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** New values of fields of the account. Absent fields keep their values. */
type ProfileFields = Optional<Omit<Client, 'role'> & Omit<Expert, 'role'>>;

/** A validated body. It contains only fields of the form for the caller's role, which is the list of permitted fields. */
export type ProfileUpdate = ProfileFields &
  Optional<Record<'password' | 'passwordConfirmation' | keyof PasswordProof, string>>;

/** An update whose limits and current password were checked. */
interface AuthorizedUpdate {
  /** New contact details; undefined where they stay as they are. */
  readonly contact: Pick<ProfileUpdate, 'email' | 'phone'>;
  /** Check of the current password; undefined for an update that does not require it. */
  readonly proof: Awaited<ReturnType<typeof requireCurrentPassword>> | undefined;
  /** Verification mail to a new e-mail address, counted towards the limit of that address. */
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
  const updated = applyFields(user, fields, password !== undefined, deps);
  if (isDeepStrictEqual(user, updated)) return decideNoChange(updated);
  const { after, jobs } = restartScanExpiry(user, updated, deps);
  const areCredentialsChanged = after.credentialEpoch !== user.credentialEpoch;
  return {
    result: after,
    changes: [
      ...changeAccount(user, after, { passwordHash, token }),
      ...addJobs([
        ...notificationJobs(user, after, password !== undefined, deps),
        ...(areCredentialsChanged ? [createCredentialChangeJob(after, deps)] : []),
        ...createRegionListsJobs(user, after, deps),
        ...jobs,
      ]),
    ],
  };
}

function applyFields(
  user: User,
  fields: ProfileFields,
  newPassword: boolean,
  { clock }: Pick<Dependencies, 'clock'>,
): User {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const hasMoved = (fields.email ?? user.email) !== user.email;
  const changed: User = {
    ...user,
    ...Object.fromEntries(sent),
    ...(hasMoved && { emailVerified: false, emailSince: clock.now().toISOString() }),
    // A new epoch revokes all other tokens.
    credentialEpoch: user.credentialEpoch + (newPassword || hasMoved ? 1 : 0),
  };
  return changed.role === 'expert' ? resetReviewOfNewName(user as Expert, changed) : changed;
}

/** Restarts the retention period of the scans when a finished identity review starts again. */
function restartScanExpiry(
  before: User,
  after: User,
  deps: DecisionDependencies,
): { after: User; jobs: Job[] } {
  const wasFinished = before.role === 'expert' && before.identityReview !== 'pending';
  const isPending = after.role === 'expert' && after.identityReview === 'pending';
  if (!wasFinished || !isPending || after.scans.deletedAt) return { after, jobs: [] };
  const { after: kept, job } = scheduleScanExpiry(after, UNREVIEWED_SCAN_RETENTION_DAYS, deps);
  return { after: kept, jobs: [job] };
}

function resetReviewOfNewName(before: Expert, after: Expert): Expert {
  return isSameName(before, after) ? after : resetIdentityReview(after);
}
