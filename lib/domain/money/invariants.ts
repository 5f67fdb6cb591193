/**
 * Two invariants of money (infra/docs/api/payments.md#open-amounts), which every write of a testimony or a checkout must
 * keep: a payout that can be sent is looked at by somebody or at some time, and so is every amount that is not settled.
 * They are asserted on the content of the write alone, without further reads.
 */
import type { Change, ChangeOf } from '../model/change.ts';
import { isRefundOpen } from '../model/checkout-session.ts';
import { type Balances, isInEscrow } from '../model/escrow.ts';
import type { JobTask } from '../model/job.ts';
import type { LedgerAccount } from '../model/ledger-entry.ts';
import type { Testimony } from '../model/testimony.ts';
import { findNextPayoutTime, holdReason } from './payout-hold.ts';

/** An open amount that a write would leave without a list, a date or a job. */
export interface UnattendedMoney {
  readonly testimonyId: string;
  /** The broken invariant and the amounts, without personal data. */
  readonly facts: string;
}

/** Finds the open amounts that nobody would look at after the changes. */
export function findUnattendedMoney(changes: readonly Change[], now: Date): UnattendedMoney[] {
  const tasks = changes.flatMap(change => (change.kind === 'job-added' ? [change.job.task] : []));
  return changes.flatMap(change => {
    if (change.kind === 'testimony-changed')
      return [...checkPayout(change, tasks, now), ...checkShares(change, tasks)];
    return change.kind === 'checkout-changed' ? checkRefunds(change) : [];
  });
}

type TestimonyChange = ChangeOf<'testimony-changed'>;

/** A completed and paid testimony whose payout is open has a hold reason, a job or a date at which it is looked at. */
function checkPayout(change: TestimonyChange, tasks: readonly JobTask[], now: Date): UnattendedMoney[] {
  const { id: testimonyId, state, payout } = change.after;
  if (!canBeSent(change.after) || isPayoutAttended(change, tasks, now)) return [];
  return [
    { testimonyId, facts: `an open payout has no hold reason, date or job: ${state} ${payout?.status}` },
  ];
}

const canBeSent = (testimony: Testimony): boolean => testimony.state === 'completed' && isInEscrow(testimony);

/**
 * A payout that waits for a date requires a job or a list that is sorted by date, one that nothing holds requires a job,
 * and every other one a list. A job can exist since an earlier write, if that one required it in the same way.
 */
function isPayoutAttended(
  { before, after, list }: TestimonyChange,
  tasks: readonly JobTask[],
  now: Date,
): boolean {
  if (tasks.some(({ kind }) => kind === 'pay-out') || after.payout?.jobId) return true;
  const [at, reason] = [findNextPayoutTime(after, now), holdReason(after)];
  const hadJob =
    at !== null &&
    at === findNextPayoutTime(before, now) &&
    after.payout?.status === before.payout?.status &&
    reason === holdReason(before);
  if (hadJob) return true;
  const isHeld = after.payout?.status === 'held';
  if (isHeld && at !== null && at !== now.toISOString()) return list !== undefined && 'date' in list;
  return list !== undefined && !(isHeld && reason === undefined);
}

/** Accounts whose amounts are not settled, so that somebody must look at them. */
const OPEN_ACCOUNTS = ['expert', 'unallocated', 'refund-in-transit', 'dispute'] as const;

const listOpenAccounts = (balances: Balances): LedgerAccount[] =>
  OPEN_ACCOUNTS.filter(account => balances[account] !== 0);

/** Every open amount of a payment that accepted an offer has a list, a date or a job. */
function checkShares({ after, list }: TestimonyChange, tasks: readonly JobTask[]): UnattendedMoney[] {
  const { id: testimonyId, payment } = after;
  if (!payment || list) return [];
  const isAttended = (account: LedgerAccount) => {
    // The list of refunds contains the payment. It does not show unallocated amounts.
    if (payment.returning > 0 && account !== 'unallocated') return true;
    return account === 'expert' && (canBeSent(after) || tasks.some(({ kind }) => kind === 'reverse-payout'));
  };
  const unattended = listOpenAccounts(payment.balances).filter(account => !isAttended(account));
  return unattended.map(account => ({
    testimonyId,
    facts: `${account} ${payment.balances[account]} has no list, date or job: ${describe(after)}`,
  }));
}

const describe = ({ state, payment, payout }: Testimony): string =>
  [state, payment?.status, payout?.status].join(' ');

/** Every open refund is listed, and so is every open amount of a payment that accepted no offer. */
function checkRefunds({ after, balances }: ChangeOf<'checkout-changed'>): UnattendedMoney[] {
  const { testimonyId, state, refund, refunds } = after;
  if (refund) return [];
  const open = state !== 'accepted' && balances ? listOpenAccounts(balances) : [];
  const facts = [
    ...refunds.filter(isRefundOpen).map(({ amount }) => `an open refund of ${amount}`),
    ...open.map(account => `${account} ${balances?.[account]}`),
  ];
  return facts.map(fact => ({ testimonyId, facts: `${fact} has no list: checkout ${state}` }));
}
