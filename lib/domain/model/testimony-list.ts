/** Lists of testimonies by state (infra/docs/api/operators.md). A testimony is in at most one list. */
import { operatorListDate } from './escrow.ts';
import { hasOpenComplaint } from './payout-delay.ts';
import { isOpen, isPayoutOpen, type Testimony } from './testimony.ts';

export type TestimonyList =
  | { readonly name: 'open'; readonly region: string }
  | { readonly name: 'due'; readonly date: string }
  | { readonly name: 'disputed' | 'payout-owed' | 'payout-failed' | 'complaint' };

/**
 * Returns the list that contains the testimony. Open testimonies are listed for the experts of their region. Other
 * testimonies are listed for operators if they need attention; a dispute takes precedence over other reasons.
 */
export function getTestimonyList(testimony: Testimony): TestimonyList | undefined {
  const { realEstate, state, payment, payout } = testimony;
  if (isOpen(testimony)) return { name: 'open', region: realEstate.region };
  if (payment?.status === 'disputed') return { name: 'disputed' };
  if (state === 'accepted') return { name: 'due', date: operatorListDate(testimony) };
  if (!isPayoutOpen(testimony)) return undefined;
  if (payout?.status === 'owed') return { name: 'payout-owed' };
  if (payout?.status === 'failed') return { name: 'payout-failed' };
  return hasOpenComplaint(testimony) ? { name: 'complaint' } : undefined;
}
