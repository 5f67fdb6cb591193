/**
 * Daily cap on the payouts of an expert. A payout that an operator has released does not count
 * (infra/docs/api/payments.md).
 */
import type { Change } from '../../model/change.ts';
import { isCovered, type TestimonyPayout } from '../../model/payments/escrow.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { computePayableAmount } from '../../money/ledger.ts';
import type { AwaitedPayout } from '../../money/payout-hold.ts';
import type { Dependencies } from '../../ports/dependencies.ts';

/**
 * Counts a payout towards the daily cap of its expert, unless an operator has released it. An amount that an earlier
 * attempt has counted on the same day is not counted again, and a refund in the meantime lowers the counted amount.
 * @returns undefined when the payout exceeds the cap
 */
export async function countTowardsDailyCap(
  { acceptedOffer, payment, payout }: Testimony & AwaitedPayout,
  { checkouts, clock, payoutLimits }: Pick<Dependencies, 'checkouts' | 'clock' | 'payoutLimits'>,
): Promise<{ counted: Required<TestimonyPayout>['counted']; changes: Change[] } | undefined> {
  const unchanged = { counted: payout.counted ?? null, changes: [] };
  if (isCovered(payout, 'cap')) return unchanged;
  const [expertId, day] = [acceptedOffer?.expert.id ?? '', formatSlovakDay(clock.now())];
  const payable = computePayableAmount(payment.balances);
  const amount = payable - (payout.counted?.day === day ? payout.counted.amount : 0);
  if (amount === 0) return unchanged;
  const sent = await checkouts.findSentAmount(expertId, day);
  if (amount > 0 && sent + amount > payoutLimits.dailyCap) return undefined;
  return {
    counted: { day, amount: payable },
    changes: [{ kind: 'payout-counted', expertId, day, sent, amount }],
  };
}

/**
 * Returns whether the payout may be sent on the current day, because it was counted on this day or no cap applies to
 * it.
 */
export const isCountedToday = (payout: TestimonyPayout, clock: Dependencies['clock']): boolean =>
  isCovered(payout, 'cap') || !payout.counted || payout.counted.day === formatSlovakDay(clock.now());

/**
 * Returns the day of a date in Slovakia, such as `2026-03-02`, in the format of the Swedish locale. The formatter is
 * created on demand, because the creation of the first one is slow.
 */
const formatSlovakDay = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bratislava' }).format(date);
