/** Lists of testimonies (infra/docs/api/operators.md). A testimony is in at most one list. */
import { operatorListDate, type Testimony, type TestimonyList } from '../model/testimony.ts';
import { computeImbalance, disputedAmount } from './ledger.ts';
import { findMoneyState } from './state-table.ts';

/**
 * Returns the list that contains the testimony, as the table of states says. An unbalanced payment takes precedence,
 * and then an open dispute about a part of the payment, or an open inquiry of the client's bank.
 */
export function getTestimonyList(testimony: Testimony): TestimonyList | undefined {
  if (computeImbalance(testimony) !== 0) return { name: 'unbalanced' };
  const { payment } = testimony;
  if (payment && (disputedAmount(payment.balances) > 0 || payment.inquiryUntil)) return { name: 'disputed' };
  const name = findMoneyState(testimony)?.list;
  if (name === 'open') return { name, region: testimony.realEstate.region };
  if (name === 'overdue') return { name, date: operatorListDate(testimony) };
  return name ? { name } : undefined;
}
