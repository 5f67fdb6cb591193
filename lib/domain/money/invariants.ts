/**
 * Two invariants of money (infra/docs/api/payments.md#open-amounts), which every write of a testimony or a checkout
 * must keep: every payout that can be sent, and every amount that is not settled, is in a list of operators or has a
 * date or a job. The check uses only the content of the write, without further reads. A write that breaks an invariant
 * is rejected.
 */
import { DomainError } from '../errors.ts';
import type { Change, ChangeOf } from '../model/change.ts';
import type { JobTask } from '../model/jobs/job.ts';
import { type Balances, isInEscrow } from '../model/payments/escrow.ts';
import type { LedgerAccount } from '../model/payments/ledger-entry.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { Alarms } from '../ports/services.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { findNextPayoutTime } from './payout-hold.ts';

/** An open amount that a write would leave without a list, a date or a job. */
export interface UnattendedMoney {
  readonly testimonyId: string;
  /** The broken invariant and the amounts, without personal data. */
  readonly facts: string;
}

/** Finds the open amounts that nobody would look at after the changes. */
export function findUnattendedMoney(changes: readonly Change[]): UnattendedMoney[] {
  const tasks = changes.flatMap(change => (change.kind === 'job-added' ? [change.job.task] : []));
  return changes.flatMap(change => {
    if (change.kind === 'testimony-changed')
      return [...checkPayout(change, tasks), ...checkShares(change, tasks)];
    return change.kind === 'checkout-changed' ? checkRefunds(change) : [];
  });
}

type TestimonyChange = ChangeOf<'testimony-changed'>;

/**
 * Checks that the open payout of a completed and paid testimony has a list, a date or a job. The job can be from an
 * earlier write, if that write required a job for the same time.
 */
function checkPayout(
  { before, after, waiting }: TestimonyChange,
  tasks: readonly JobTask[],
): UnattendedMoney[] {
  const { id: testimonyId, state, payout } = after;
  if (!canBeSent(after) || payout?.jobId || tasks.some(({ kind }) => kind === 'pay-out')) return [];
  const at = findNextPayoutTime(after);
  const isListed = waiting !== undefined && (at === null || payout?.status === 'owed');
  if (isListed || (at !== null && at === findNextPayoutTime(before))) return [];
  return [{ testimonyId, facts: `an open payout has no list, date or job: ${state} ${payout?.status}` }];
}

const canBeSent = (testimony: Testimony): boolean => testimony.state === 'completed' && isInEscrow(testimony);

/** Accounts whose amounts are not settled, so that somebody must look at them. */
const OPEN_ACCOUNTS = ['expert', 'unallocated', 'refund-in-transit', 'dispute'] as const;

const listOpenAccounts = (balances: Balances): LedgerAccount[] =>
  OPEN_ACCOUNTS.filter(account => balances[account] !== 0);

/** Checks that every open amount of a payment that accepted an offer has a list, a date or a job. */
function checkShares({ after, waiting }: TestimonyChange, tasks: readonly JobTask[]): UnattendedMoney[] {
  const { id: testimonyId, payment } = after;
  if (!payment || waiting) return [];
  const isAttended = (account: LedgerAccount) => {
    // The list of refunds contains the payment, but it does not show unallocated amounts.
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

/** Checks that every open amount of a payment that accepted no offer is in a list of operators. */
function checkRefunds({ after }: ChangeOf<'checkout-changed'>): UnattendedMoney[] {
  const { testimonyId, refund, payment } = after;
  if (refund || after.state !== 'late' || !payment) return [];
  return listOpenAccounts(payment.balances).map(account => ({
    testimonyId,
    facts: `${account} ${payment.balances[account]} has no list: late payment`,
  }));
}

/** Error for a write that would have left an open amount without a list, a date or a job. Nothing was written. */
export class UnattendedMoneyError extends DomainError {
  override readonly name = 'UnattendedMoney';

  constructor(facts: readonly string[]) {
    super('unavailable');
    this.message = facts.join('; ');
  }
}

/**
 * Checks the changes before they are committed.
 * @returns a unit of work whose commits alert the operators and throw `UnattendedMoneyError` when they break an
 * invariant
 */
export function refuseUnattendedMoney(unitOfWork: UnitOfWork, alarms: Alarms): UnitOfWork {
  return {
    async commit(changes, record) {
      const found = findUnattendedMoney(changes);
      const [first] = found;
      if (!first) return unitOfWork.commit(changes, record);
      alarms.raise('money unattended', { testimonyId: first.testimonyId });
      throw new UnattendedMoneyError(found.map(({ facts }) => facts));
    },
  };
}
