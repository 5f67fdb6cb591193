/**
 * Waiting period between a payment and its payout, in which the use of a stolen card is usually discovered
 * (infra/docs/api/payments.md#protection-against-fraud).
 */
import { DAY } from '../../durations.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../model/page.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import type { EscrowParts } from '../model/payments/escrow.ts';
import { isAssigned, type Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { disputedAmount } from './ledger.ts';

/** Maximum number of pages of a party's list that a payment reads, so that a long list cannot delay a settlement. */
const MAX_PAGES = 10;

/**
 * Returns the cents of a trade that count for its parties: the part of the payment that the client has not got back,
 * once the payout has left. A trade does not count while the payment is disputed or the client's bank inquires.
 */
export function tradedAmount({ payment, payout }: EscrowParts): number {
  if (!payment || payout?.status !== 'sent') return 0;
  if (disputedAmount(payment.balances) > 0 || payment.hasInquiry) return 0;
  return Math.max(0, payment.amount - payment.refunded - payment.returning);
}

/**
 * Finds the end of the waiting period of a payment. There is none if both parties already have trades that together
 * reach its amount. The trades are added up from the testimonies themselves, so a refund or a dispute counts at once.
 * @returns null if there is no waiting period
 */
export async function findWaitingEnd(
  { clientId, expertId, amount }: Pick<Checkout, 'clientId' | 'expertId' | 'amount'>,
  paidAt: Date,
  { payoutLimits: { minDays }, testimonies }: Pick<Dependencies, 'payoutLimits' | 'testimonies'>,
): Promise<string | null> {
  const filter = { state: 'completed' } as const;
  const areKnown = await Promise.all([
    hasTraded(amount, page => testimonies.listOfClient(clientId, page, filter)),
    hasTraded(
      amount,
      page => testimonies.listOfExpert(expertId, page, filter),
      testimony => isAssigned(testimony, { id: expertId }),
    ),
  ]);
  // The trades are also read in a stage without a waiting period, so that the sandbox makes the calls of production.
  if (minDays === 0 || areKnown.every(Boolean)) return null;
  return new Date(paidAt.getTime() + minDays * DAY).toISOString();
}

/** Returns whether the latest trades of a list together reach the amount. It stops reading when they do. */
async function hasTraded(
  amount: number,
  read: (page: PageRequest) => Promise<Page<Testimony>>,
  isCounted: (testimony: Testimony) => boolean = () => true,
): Promise<boolean> {
  let sum = 0;
  let from: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && sum < amount; pages++) {
    const page = await read({ limit: MAX_PAGE_SIZE, ...(from !== undefined && { from }) });
    sum += page.items.filter(isCounted).reduce((total, testimony) => total + tradedAmount(testimony), 0);
    from = page.next;
    if (from === undefined) break;
  }
  return sum >= amount;
}
