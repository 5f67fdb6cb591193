/**
 * Replay of the journal after a restore of the table (infra/docs/restore.md#the-journal): closes accounts again and
 * applies decisions that the restored table does not contain. No mail is sent again. Safe to repeat.
 */
import { createErasureJobs, findClosingObstacles } from '../account-deletion/close-account.ts';
import { createRegionListsJobs } from '../accounts/region-lists.ts';
import { accountChanged, jobsAdded } from '../changes.ts';
import type { ReviewDependencies } from '../experts/approval.ts';
import { computeRevision } from '../experts/identity-review.ts';
import { createScanExpiryJobs, getRetentionDays, restartScanRetention } from '../files/identity-documents.ts';
import { acceptIdentity, type Expert, rejectIdentity, type User } from '../model/accounts/account.ts';
import type { AuditAction, AuditEntry } from '../model/activity/audit.ts';
import type { JournalAction, JournalEntry, JournaledDecision } from '../model/activity/journal.ts';
import type { Change, Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';

type Deps = ReviewDependencies & Pick<Dependencies, 'accountEraser' | 'audit' | 'checkouts' | 'testimonies'>;

/**
 * Result of the replay of an entry. `unchanged`: the record already contains the entry or a newer decision, or the
 * account does not exist; `for operator`: only an operator can decide (see `detail`).
 */
export interface ReplayOutcome {
  readonly outcome: 'applied' | 'unchanged' | 'for operator';
  readonly detail?: string;
}

interface Replay extends ReplayOutcome {
  readonly changes: readonly Change[];
}

const UNCHANGED: Replay = { outcome: 'unchanged', changes: [] };

/**
 * Replays an entry.
 * @param isDryRun whether to return the outcome without writing anything
 */
export async function replayEntry(
  entry: JournalEntry,
  isDryRun: boolean,
  deps: Deps,
): Promise<ReplayOutcome> {
  const { outcome, detail } = await commitDecision<Replay>(async () => {
    const replay = await decideReplay(entry, deps);
    return { result: replay, changes: isDryRun ? [] : replay.changes } satisfies Decision<Replay>;
  }, deps);
  return { outcome, ...(detail && { detail }) };
}

async function decideReplay(entry: JournalEntry, deps: Deps): Promise<Replay> {
  const { what, userId } = entry;
  if (what === 'account closed') return closeAgain(userId, deps);
  const user = await deps.accounts.find(userId);
  if (!user) return UNCHANGED;
  if (what === 'credentials changed') return removePassword(user, entry);
  if (await isDecided({ ...entry, what }, deps)) return UNCHANGED;
  return applyDecision(user, { ...entry, what }, deps);
}

/** Closes the account, unless the restored table contains unfinished work or pending money of the account. */
async function closeAgain(userId: string, deps: Deps): Promise<Replay> {
  const found = await deps.accounts.findWithPartyCount(userId);
  if (!found) return UNCHANGED;
  const { user, partyCount } = found;
  const { unfinished, underWay } = await findClosingObstacles(user, deps);
  const pending = [...new Set([...unfinished, ...underWay])];
  if (pending.length > 0) {
    const detail = `finish or cancel these testimonies, then replay again: ${pending.join(' ')}`;
    return { outcome: 'for operator', detail, changes: [] };
  }
  const jobs = jobsAdded(createErasureJobs(user, deps));
  return { outcome: 'applied', changes: [{ kind: 'account-closed', user, partyCount }, ...jobs] };
}

/**
 * Removes the restored password if the owner had replaced it, because anybody who knows the former password could use
 * it again. The owner sets a new password through a mailed link.
 */
function removePassword(user: User, { credentialEpoch = 0 }: JournalEntry): Replay {
  if (user.credentialEpoch >= credentialEpoch) return UNCHANGED;
  const after = { ...user, credentialEpoch };
  return { outcome: 'applied', changes: accountChanged(user, after, { passwordHash: null }) };
}

/** Groups of decisions that replace one another. */
const SUBJECTS: readonly (readonly JournaledDecision[])[] = [
  ['approved', 'revoked'],
  ['identity accepted', 'identity rejected'],
  ['account locked', 'account unlocked'],
  ['second factor removed'],
];

/** Returns whether the account has an audit entry of the same or of a newer decision. */
async function isDecided(
  { userId, what, at }: JournalEntry & { readonly what: JournaledDecision },
  { audit }: Pick<Deps, 'audit'>,
): Promise<boolean> {
  const related: readonly AuditAction[] = SUBJECTS.find(actions => actions.includes(what)) ?? [];
  const entries = await audit.list(userId);
  return entries.some(entry => related.includes(entry.what) && entry.when >= at);
}

function applyDecision(
  user: User,
  entry: JournalEntry & { readonly what: JournaledDecision },
  deps: Deps,
): Replay {
  const { id, what, at: when, userId } = entry;
  // The journal already has the decision, so no job writes it again.
  const audit: AuditEntry = { id, subjectId: userId, who: 'journal', what, why: null, when };
  const applied = (after: User, further: readonly Change[] = []): Replay => ({
    outcome: 'applied',
    changes: [
      ...accountChanged(user, after),
      ...jobsAdded([...createRegionListsJobs(user, after, deps), ...createScanExpiryJobs(user, after, deps)]),
      ...further,
      { kind: 'audit-entry-recorded', entry: audit },
    ],
  });
  if (what === 'account locked')
    return applied({ ...user, credentialEpoch: user.credentialEpoch + 1, lockedAt: when });
  if (what === 'account unlocked') {
    const { lockedAt, ...after } = user;
    return applied(after);
  }
  if (what === 'second factor removed') {
    const { hasSecondFactor, ...after } = user;
    return applied(after, [{ kind: 'second-factor-removed', userId }]);
  }
  if (user.role !== 'expert') return UNCHANGED;
  return applyExpertDecision(user, { ...entry, what }, applied, deps);
}

function applyExpertDecision(
  expert: Expert,
  { what, revision }: JournalEntry & { readonly what: Exclude<JournalAction, `account ${string}`> },
  applied: (after: Expert, further?: readonly Change[]) => Replay,
  deps: Deps,
): Replay {
  const { approval } = expert;
  if (what === 'approved')
    return applied({ ...expert, approval: { ...approval, granted: true, revoked: false } });
  if (what === 'revoked') return applied({ ...expert, approval: { ...approval, revoked: true } });
  const isAccepted = what === 'identity accepted';
  // A rejection is also applied to changed data, because that is the safe choice: the expert only has to send new
  // documents.
  if (isAccepted && computeRevision(expert) !== revision)
    return { outcome: 'for operator', detail: 'review the identity again', changes: [] };
  const reviewed = isAccepted ? acceptIdentity(expert) : rejectIdentity(expert, null);
  const days = getRetentionDays(isAccepted ? 'accepted' : 'rejected', deps);
  return applied(restartScanRetention(reviewed, days, deps));
}
