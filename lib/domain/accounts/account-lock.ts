/**
 * Operators' decisions against the misuse of an account. Each decision writes an audit entry and mails the user
 * (infra/docs/api/operators.md#locked-accounts).
 */
import {
  accountChanged,
  auditChanges,
  createCredentialChangeJob,
  jobsAdded,
  tasksAdded,
} from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { AuditAction, OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { JobTask } from '../model/jobs/job.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';
import { createAnnouncementJobs } from './email-verification.ts';
import { recordRemoval, withoutSecondFactor } from './second-factor.ts';

/**
 * Decision of an operator with a reason. The user gets the reason by mail, except when an e-mail address is restored.
 */
type AccountDecision = OperatorDecision & { readonly why: string };

/**
 * Locks an account. All bearer and reset tokens become invalid for good, and nobody can log in until an operator
 * unlocks the account. A job closes the payment pages of an expert's open offers.
 * @throws DomainError `already-locked`
 */
export function lockAccount(
  user: User,
  decision: AccountDecision,
  deps: DecisionDependencies,
): Decision<User> {
  if (user.lockedAt) throw new DomainError('already-locked');
  const after = { ...withoutSessions(user), lockedAt: deps.clock.now().toISOString() };
  const tasks = [createMail('account-locked', user, decision)];
  if (user.role === 'expert') tasks.push({ kind: 'close-expert-sessions', expertId: user.id });
  return decideWithAudit(user, after, 'account locked', decision, tasks, deps);
}

export function unlockAccount(
  user: User,
  decision: AccountDecision,
  deps: DecisionDependencies,
): Decision<User> {
  const { lockedAt, ...after } = user;
  if (!lockedAt) throw new DomainError('not-locked');
  const mail = createMail('account-unlocked', user, decision);
  return decideWithAudit(user, after, 'account unlocked', decision, [mail], deps);
}

/** Makes all bearer and reset tokens of a user invalid. The password remains valid. */
export function endSessions(
  user: User,
  decision: AccountDecision,
  deps: DecisionDependencies,
): Decision<User> {
  const mail = createMail('sessions-ended', user, decision);
  return decideWithAudit(user, withoutSessions(user), 'sessions ended', decision, [mail], deps);
}

/**
 * Switches off the second factor of a user who has lost the device and the recovery codes.
 * @throws DomainError `not-found` when the second factor is not on
 */
export function removeLostFactor(
  user: User,
  decision: AccountDecision,
  deps: DecisionDependencies,
): Decision<User> {
  const mail = createMail('second-factor-removed', user, decision);
  const after = withoutSecondFactor(user);
  const { result, changes } = decideWithAudit(user, after, 'second factor removed', decision, [mail], deps);
  return { result, changes: [...changes, { kind: 'second-factor-removed', userId: user.id }] };
}

/**
 * Restores a former e-mail address, at most 72 hours after its change. The password is removed, because the person who
 * changed the address knew the password. A link for a new password is mailed to the restored address. The second factor
 * is switched off, because that person may have set it up. All bearer and reset tokens become invalid.
 * @throws FieldError `email-not-restorable` on `email` when the account has this address now; the commit fails with the
 * same error when the address is not reserved for this account
 */
export function restoreEmail(
  user: User,
  email: string,
  decision: AccountDecision,
  deps: DecisionDependencies,
): Decision<User> {
  if (user.email === email) throw new FieldError({ email: ['email-not-restorable'] });
  const emailSince = deps.clock.now().toISOString();
  const kept = user.hasSecondFactor ? withoutSecondFactor(user) : user;
  // The restored address is verified, because only verified addresses are reserved.
  const after = { ...withoutSessions(kept), email, emailVerified: true, emailSince };
  const { id: userId } = user;
  const tasks: JobTask[] = [
    { kind: 'mail', mail: 'email-restored', userId, to: email, isVerified: true },
    { kind: 'mail', mail: 'email-restored', userId, to: user.email, isVerified: user.emailVerified },
    { kind: 'mail', mail: 'password-reset', userId, to: email },
  ];
  const credentials = { passwordHash: null, isEmailRestored: true };
  const { result, changes } = decideWithAudit(
    user,
    after,
    'email restored',
    decision,
    tasks,
    deps,
    credentials,
  );
  return {
    result,
    changes: [
      ...changes,
      ...(user.hasSecondFactor ? recordRemoval(user, decision, deps) : []),
      ...jobsAdded([createCredentialChangeJob(after, deps)]),
      ...createAnnouncementJobs(after, deps),
    ],
  };
}

/** Creates the mail that tells the user the reason of a decision. */
const createMail = (
  mail: 'account-locked' | 'account-unlocked' | 'sessions-ended' | 'second-factor-removed',
  { id: userId }: User,
  { why: reason }: AccountDecision,
): JobTask => ({ kind: 'mail', mail, userId, reason });

const withoutSessions = (user: User): User => ({ ...user, credentialEpoch: user.credentialEpoch + 1 });

function decideWithAudit(
  user: User,
  after: User,
  what: AuditAction,
  decision: AccountDecision,
  tasks: readonly JobTask[],
  deps: DecisionDependencies,
  credentials: Parameters<typeof accountChanged>[2] = {},
): Decision<User> {
  const changes: Change[] = [
    ...accountChanged(user, after, credentials),
    ...tasksAdded(tasks, deps),
    ...auditChanges({ subjectId: user.id, what, ...decision }, deps),
  ];
  return { result: after, changes };
}
