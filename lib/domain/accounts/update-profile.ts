/**
 * Changes to the caller's own account (infra/docs/api/accounts.md#changing-the-account).
 *
 * A change of the e-mail address, the password or the bank account requires the current password.
 */
import { isDeepStrictEqual } from 'node:util';
import { addJobs, changeAccount, createCredentialChangeJob } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { scheduleScanExpiry } from '../files/scan-retention.ts';
import { type Client, type Expert, isSameName, resetIdentityReview, type User } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import type { PasswordHash, Token } from '../model/credentials.ts';
import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../model/file.ts';
import type { Job } from '../model/job.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { enforceUserLimit } from '../rate-limits.ts';
import { decideNoChange } from './change-user.ts';
import { type PasswordProof, requireCurrentPassword } from './current-password.ts';
import { withVerificationMailLimit } from './mail-requests.ts';
import { notificationJobs } from './notifications.ts';
import { createRegionListsJobs } from './region-lists.ts';
import { assertContactAvailable } from './registration.ts';
import type { CodeDependencies, CodeUse } from './second-factor.ts';

/** Fields that both roles can change. They are listed so that no other field of the body reaches the record. */
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
    readonly notifyNewTestimonies: boolean;
    readonly password: string;
  } & { readonly [Name in keyof PasswordProof]-?: string };

/** The fields that a caller may change. Absent fields keep their values. */
export type ProfileUpdate = { readonly [Name in keyof Given]?: Given[Name] | undefined };

/** An update after the current password and the contact details were checked. */
interface CheckedUpdate {
  /** The password hash after the change; undefined when neither the password nor other sensitive fields change. */
  readonly passwordHash: PasswordHash | undefined;
  readonly useCode: CodeUse | undefined;
}

/**
 * Checks the current password and the new contact details, hashes a new password, and runs `update`. A verification
 * mail to a new e-mail address counts towards the limit of that address, unless `update` is rejected.
 * @throws FieldError when the current password is wrong, or the e-mail address or phone number cannot be used
 * @throws LimitExceeded when the caller tries too many passwords, e-mail addresses or phone numbers
 */
export async function runWithProfileChecks<Response>(
  user: User,
  { email, phone, password, bankAccount, ...proof }: ProfileUpdate,
  deps: Pick<Dependencies, 'accounts' | 'mailDns' | 'passwordHasher'> & CodeDependencies,
  update: (checked: CheckedUpdate) => Promise<Response>,
): Promise<Response> {
  const contact = {
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
  };
  // Without a limit, a caller could find out which e-mail addresses and phone numbers have an account.
  if (contact.email || contact.phone) await enforceUserLimit('new-contacts', user, deps);
  const isSensitive = email !== undefined || password !== undefined || bankAccount !== undefined;
  const checked = isSensitive ? await requireCurrentPassword(user, proof, deps) : undefined;

  const checkAndUpdate = async () => {
    await assertContactAvailable(contact, user, deps);
    const newHash = password === undefined ? undefined : await deps.passwordHasher.hash(password);
    return update({ passwordHash: newHash ?? checked?.credentials.passwordHash, useCode: checked?.useCode });
  };
  return contact.email
    ? withVerificationMailLimit(contact.email, user.market, checkAndUpdate, deps)
    : checkAndUpdate();
}

/**
 * Changes the caller's account.
 * @param isExpected returns whether the current version of the account is the one that the caller has read
 * @throws DomainError `changed-meanwhile` when `isExpected` returns false
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export function updateProfile(
  user: User,
  token: Token,
  { password, currentPassword, code, ...fields }: ProfileUpdate,
  { passwordHash }: Pick<CheckedUpdate, 'passwordHash'>,
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
  fields: Omit<ProfileUpdate, 'password' | keyof PasswordProof>,
  newPassword: boolean,
  { clock }: Pick<Dependencies, 'clock'>,
): User {
  const { bankAccount, regions, registrationNumber, notifyNewTestimonies } = fields;
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
    ? resetReviewOfNewName(user as Expert, {
        ...changed,
        bankAccount: bankAccount ?? changed.bankAccount,
        regions: regions ?? changed.regions,
        registrationNumber: registrationNumber ?? changed.registrationNumber,
        notifyNewTestimonies: notifyNewTestimonies ?? changed.notifyNewTestimonies,
      })
    : (changed as Client);
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
