/** Lists of testimonies (infra/docs/api/operators.md). A testimony is in at most one list. */
import { getOperatorListDate, type Testimony, type TestimonyList } from '../model/testimony.ts';
import { computeImbalance, disputedAmount } from './ledger.ts';
import { isInWaitingPeriod } from './payout-hold.ts';
import { findMoneyState } from './state-table.ts';

/**
 * Returns the list that contains the testimony. Unbalanced payments have the highest precedence, then open disputes
 * about a part of a payment and open inquiries of the client's bank, and then the list in the table of states.
 */
export function getTestimonyList(testimony: Testimony): TestimonyList | undefined {
  if (computeImbalance(testimony) !== 0) return { name: 'unbalanced' };
  const { payment } = testimony;
  if (payment && (disputedAmount(payment.balances) > 0 || payment.hasInquiry)) return { name: 'disputed' };
  const name = findMoneyState(testimony)?.list;
  if (name === 'open') return { name, region: testimony.realEstate.region };
  if (name === 'overdue') return { name, date: getOperatorListDate(testimony) };
  if (name) return { name };
  return isInWaitingPeriod(testimony) ? { name: 'first-payouts' } : undefined;
}
