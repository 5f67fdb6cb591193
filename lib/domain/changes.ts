/**
 * Constructors of changes, jobs and audit entries. Unless documented otherwise, a constructor for an account, a
 * testimony or an offer also records the activity of the users concerned. The other constructors record no activity.
 */
import { DAY } from '../durations.ts';
import { listAccountActivities, listRegistrationActivities } from './activity/account-activity.ts';
import {
  listCreationActivities,
  listOfferActivities,
  listTestimonyActivities,
} from './activity/testimony-activity.ts';
import { deriveId } from './derive-id.ts';
import type { IdentityReview, User } from './model/accounts/account.ts';
import type { AccountFlag } from './model/accounts/account-changes.ts';
import type { PasswordHash, Token } from './model/accounts/credentials.ts';
import { reserveFormerEmail } from './model/accounts/former-email.ts';
import type { Activity } from './model/activity/activity.ts';
import type { AuditEntry } from './model/activity/audit.ts';
import { isJournaled, type JournalEntry } from './model/activity/journal.ts';
import type { Change, Decision } from './model/change.ts';
import type { CheckedUpload } from './model/files/file.ts';
import type { AlertName, Job, JobTask } from './model/jobs/job.ts';
import type { Offer } from './model/offers/offer.ts';
import type { Checkout } from './model/payments/checkout-session.ts';
import type { LedgerEntry } from './model/payments/ledger-entry.ts';
import type { Testimony } from './model/testimonies/testimony.ts';
import {
  findWaitingMoney,
  findWaitingRefund,
  listPaymentAlerts,
  listRefundAlerts,
} from './money/money-rules.ts';
import { findNextPayoutTime } from './money/payout-hold.ts';
import type { DecisionDependencies, Dependencies } from './ports/dependencies.ts';

const PENDING_ALERT_MS = 7 * DAY;

export function accountCreated(user: User, passwordHash: PasswordHash): Change[] {
  return [
    { kind: 'account-created', user, passwordHash, list: listOfUser(user) },
    ...activityRecorded(listRegistrationActivities(user)),
  ];
}

/**
 * Changes an account.
 * @param credentials the password hash after the change, the token that stays valid if the credential epoch changes,
 * and whether a former e-mail address is restored
 */
export function accountChanged(
  before: User,
  after: User,
  {
    passwordHash,
    token,
    isEmailRestored = false,
  }: { passwordHash?: PasswordHash | null | undefined; token?: Token; isEmailRestored?: boolean } = {},
): Change[] {
  const { credentialEpoch } = after;
  const isRenewed = token && credentialEpoch !== before.credentialEpoch;
  return [
    {
      kind: 'account-changed' as const,
      before,
      passwordHash,
      isEmailRestored,
      ...reserveFormerEmail(before, after),
      list: listOfUser(after),
    },
    ...(isRenewed ? [{ kind: 'token-renewed', token, credentialEpoch } as const] : []),
    ...activityRecorded(listAccountActivities(before, after)),
  ];
}

/** Returns the identity review state under which operators list the expert; undefined for clients. */
function listOfUser(user: User): IdentityReview | undefined {
  return user.role === 'expert' ? user.identityReview : undefined;
}

export function testimonyCreated(testimony: Testimony): Change[] {
  return [{ kind: 'testimony-created', testimony }, ...activityRecorded(listCreationActivities(testimony))];
}

export function testimonyChanged(before: Testimony, after: Testimony, deps: DecisionDependencies): Change[] {
  return [
    ...testimonyChangedWithoutActivity(before, after, deps),
    ...activityRecorded(listTestimonyActivities(before, after)),
  ];
}

/**
 * Changes a testimony without recording activity. The callers record one activity for all changes of a payment. If the
 * change moves the time at which a job must look at the payout, that job is added here and nowhere else.
 */
export function testimonyChangedWithoutActivity(
  before: Testimony,
  after: Testimony,
  deps: DecisionDependencies,
): Change[] {
  return [
    { kind: 'testimony-changed', before, after, waiting: findWaitingMoney(after) },
    ...jobsAdded(createPayoutJobs(before, after, deps)),
    ...alertsAdded(listPaymentAlerts(before, after), after.id, deps),
  ];
}

const alertsAdded = (
  alerts: readonly AlertName[],
  testimonyId: string,
  deps: DecisionDependencies,
): Change[] =>
  tasksAdded(
    alerts.map(alert => ({ kind: 'alert', alert, testimonyId })),
    deps,
  );

function createPayoutJobs(before: Testimony, after: Testimony, deps: DecisionDependencies): Job[] {
  const at = findNextPayoutTime(after);
  if (at === null || at === findNextPayoutTime(before)) return [];
  const isAhead = at !== 'now' && at > deps.clock.now().toISOString();
  return [createJob({ kind: 'pay-out', testimonyId: after.id }, deps, isAhead ? at : undefined)];
}

export function offerCreated(offer: Offer, { realEstate: { region } }: Testimony): Change[] {
  return [{ kind: 'offer-created', offer, region }, ...activityRecorded(listOfferActivities(offer, 'made'))];
}

export function offerWithdrawn(offer: Offer): Change[] {
  return [{ kind: 'offer-withdrawn', offer }, ...activityRecorded(listOfferActivities(offer, 'withdrawn'))];
}

/** Changes a checkout. An alert follows after seven days if a new refund is still pending. */
export function checkoutChanged(before: Checkout, after: Checkout, deps: DecisionDependencies): Change[] {
  const { id: sessionId, testimonyId, refund } = after;
  const task = { kind: 'alert', alert: 'refund pending long', testimonyId, sessionId } as const;
  const isNew = refund !== null && before.refund === null;
  const noticeAt = new Date(deps.clock.now().getTime() + PENDING_ALERT_MS).toISOString();
  return [
    { kind: 'checkout-changed', before, after, waiting: findWaitingRefund(after) },
    ...alertsAdded(listRefundAlerts(before, after), testimonyId, deps),
    ...jobsAdded(isNew ? [createJob(task, deps, noticeAt)] : []),
  ];
}

export function entriesRecorded(entries: readonly LedgerEntry[]): Change[] {
  return entries.map(entry => ({ kind: 'entry-recorded', entry }));
}

export function jobsAdded(jobs: readonly Job[]): Change[] {
  return jobs.map(job => ({ kind: 'job-added', job }));
}

export function uploadsUsed(uploads: readonly CheckedUpload[]): Change[] {
  return uploads.map(upload => ({ kind: 'upload-used', upload }));
}

export const tasksAdded = (tasks: readonly JobTask[], deps: DecisionDependencies): Change[] =>
  jobsAdded(tasks.map(task => createJob(task, deps)));

/**
 * Records an action in the audit log. If it is a decision about an account that a restore must not undo, a job also
 * writes it to the journal.
 */
export function auditChanges(
  action: AuditedAction | AuditEntry,
  deps: DecisionDependencies,
  facts: Pick<JournalEntry, 'revision'> = {},
): Change[] {
  const entry = createAuditEntry(action, deps);
  const { what, when: at, subjectId: userId } = entry;
  const jobs = isJournaled(what) ? [createJournalJob({ userId, what, at, ...facts }, deps)] : [];
  return [{ kind: 'audit-entry-recorded', entry }, ...jobsAdded(jobs)];
}

export function activityRecorded(activities: readonly Activity[]): Change[] {
  return activities.map(activity => ({ kind: 'activity-recorded', activity }));
}

export function decideAccountChange<Account extends User>(
  before: Account,
  after: Account,
  further: readonly Change[] = [],
): Decision<Account> {
  return { result: after, changes: [...accountChanged(before, after), ...further] };
}

/** Decides a change of one flag of an account. Only this flag is written. */
export function decideFlagChange(
  before: User,
  flag: AccountFlag,
  value: boolean,
  further: readonly Change[] = [],
): Decision<User> {
  const after: User = { ...before, [flag]: value };
  return {
    result: after,
    changes: [
      { kind: 'account-flag-changed', before, flag, value },
      ...activityRecorded(listAccountActivities(before, after)),
      ...further,
    ],
  };
}

export function decideTestimonyChange(
  before: Testimony,
  after: Testimony,
  deps: DecisionDependencies,
  further: readonly Change[] = [],
): Decision<Testimony> {
  return { result: after, changes: [...testimonyChanged(before, after, deps), ...further] };
}

type AuditedAction = Pick<AuditEntry, 'subjectId' | 'who' | 'what' | 'why'>;

export const createAuditEntry = (
  action: AuditedAction | AuditEntry,
  { clock, random }: DecisionDependencies,
): AuditEntry => ({
  id: random.uuid(),
  when: clock.now().toISOString(),
  ...action,
});

/**
 * Creates a job.
 * @param notBefore the earliest time at which the job runs, as an ISO 8601 date
 */
export function createJob(task: JobTask, deps: DecisionDependencies, notBefore?: string): Job {
  return createJobWithId(deps.random.uuid(), task, deps, notBefore);
}

/**
 * Creates a job that another job adds. The id of the new job is derived from the id of the other job, so that a
 * repeated run adds the new job only once (`addJobOnce`).
 */
export const createChildJob = (
  parentId: string,
  about: string,
  task: JobTask,
  deps: Pick<Dependencies, 'clock'>,
  notBefore?: string,
): Job => createJobWithId(deriveId(parentId, about), task, deps, notBefore);

const createJobWithId = (
  id: string,
  task: JobTask,
  { clock }: Pick<Dependencies, 'clock'>,
  notBefore?: string,
): Job => ({
  id,
  task,
  attempts: 0,
  createdAt: clock.now().toISOString(),
  ...(notBefore && { notBefore }),
});

export const createJournalJob = (entry: Omit<JournalEntry, 'id'>, deps: DecisionDependencies): Job =>
  createJob({ kind: 'journal', ...entry }, deps);

/** Creates the job that records a change of the password or e-mail address in the journal. */
export const createCredentialChangeJob = (
  { id: userId, credentialEpoch }: User,
  deps: DecisionDependencies,
): Job =>
  createJournalJob(
    { userId, what: 'credentials changed', at: deps.clock.now().toISOString(), credentialEpoch },
    deps,
  );
