/** Daily cap on the payouts of an expert that no operator has released (infra/docs/api/payments.md). */
import type { Change } from '../../model/change.ts';
import { isCovered, type TestimonyPayout } from '../../model/payments/escrow.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { computePayableAmount } from '../../money/ledger.ts';
import type { AwaitedPayout } from '../../money/payout-hold.ts';
import type { Dependencies } from '../../ports/dependencies.ts';

/**
 * Counts a payout towards the daily cap of its expert, unless an operator sends it. What an earlier attempt has counted
 * on the same day is not counted again, and a refund in the meantime lowers the count.
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

/** Returns whether the payout may be sent on the current day, because it counts towards its cap or towards no cap. */
export const isCountedToday = (payout: TestimonyPayout, clock: Dependencies['clock']): boolean =>
  isCovered(payout, 'cap') || !payout.counted || payout.counted.day === formatSlovakDay(clock.now());

/**
 * Formats a date like `2026-03-02`, as the Swedish locale does. It is created on demand, because the first formatter is
 * slow.
 */
const formatSlovakDay = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bratislava' }).format(date);
