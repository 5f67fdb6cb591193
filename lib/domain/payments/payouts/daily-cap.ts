/** Daily cap on the payouts of an expert that no operator has released (infra/docs/api/payments.md). */
import type { Change } from '../../model/change.ts';
import type { TestimonyPayment, TestimonyPayout } from '../../model/escrow.ts';
import type { Testimony } from '../../model/testimony.ts';
import { payableAmount } from '../../money/ledger.ts';
import type { Dependencies } from '../../ports/dependencies.ts';

interface CountedPayout {
  readonly testimony: Testimony;
  readonly payment: TestimonyPayment;
  readonly payout: TestimonyPayout;
}

/**
 * Counts a payout towards the daily cap of its expert, unless an operator sends it or an earlier run of the job has
 * counted it. What another job has counted on the same day, before its transfer was refused, is not counted again.
 * @returns undefined when the payout exceeds the cap
 */
export async function countPayout(
  { testimony: { acceptedOffer }, payment, payout }: CountedPayout,
  jobId: string,
  { checkouts, clock, payoutLimits }: Pick<Dependencies, 'checkouts' | 'clock' | 'payoutLimits'>,
): Promise<{ counted: Required<TestimonyPayout>['counted']; changes: Change[] } | undefined> {
  const unchanged = { counted: payout.counted ?? null, changes: [] };
  if (payout.clearedAt || payout.jobId === jobId) return unchanged;
  const [expertId, day] = [acceptedOffer?.expert.id ?? '', formatSlovakDay(clock.now())];
  const payable = payableAmount(payment.balances);
  const amount = payable - (payout.counted?.day === day ? payout.counted.amount : 0);
  if (amount <= 0) return unchanged;
  const sent = await checkouts.findSentAmount(expertId, day);
  if (sent + amount > payoutLimits.dailyCap) return undefined;
  return {
    counted: { day, amount: payable },
    changes: [{ kind: 'payout-counted', expertId, day, sent, amount }],
  };
}

/**
 * Formats a date like `2026-03-02`, as the Swedish locale does. It is created on demand, because the first formatter is
 * slow.
 */
const formatSlovakDay = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bratislava' }).format(date);
