/** What follows of money that moved: who is told, and what is tried again (contract §4, "Money"). */
import type { Job, Task } from '../model/job.ts';
import type { RefundReason } from '../model/mail.ts';
import type { MoneyMovement } from '../model/payment.ts';
import { isUnpaid } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { type Facts, isOwedBack, statusOf } from './standing.ts';

interface News extends Facts {
  readonly paymentId: string;
  readonly after: Pick<Facts, 'checkout' | 'testimony'>;
}

export function followUps(news: News, needs: Pick<World, 'clock' | 'random'>): Job[] {
  return [...alerts(news), ...told(news), ...triedAgain(news)].map(task => newJob(task, needs));
}

/** One for each dispute, whoever found it: evidence has to be given within days. */
function alerts({ fresh, testimony: { id: testimonyId } }: News): Task[] {
  const disputes = fresh.filter(({ kind }) => kind === 'dispute');
  return disputes.map(() => ({ kind: 'alert', alert: 'payment disputed', testimonyId }));
}

/** When the money is on its way, and when it is there. */
function told(news: News): Task[] {
  const { checkout, testimony, fresh, refunds } = news;
  const status = statusOf(news);
  const was = checkout.state === 'accepted' ? testimony.payment?.status : checkout.state;
  const begun = fresh.some(
    ({ kind, providerId }) =>
      kind === 'refund' && refunds.some(({ id, status }) => id === providerId && status === 'pending'),
  );
  const arrived = status === 'refunded' && was !== 'refunded' && refunds.length > 0;
  if (!arrived && !(begun && status === 'refunding')) return [];
  const { clientId: userId, testimonyId, amount } = checkout;
  return [
    { kind: 'mail', mail: 'payment-refunded', userId, testimonyId, amount, arrived, why: reasonOf(news) },
  ];
}

function reasonOf({ checkout, testimony }: News): RefundReason {
  if (checkout.state !== 'accepted') return 'late';
  return testimony.state === 'cancelled' ? 'given up' : 'by hand';
}

/** What brings money back to us. */
const FREEING: ReadonlySet<MoneyMovement['kind']> = new Set([
  'dispute-won',
  'refund-failed',
  'payout-reversed',
]);

/** A failed refund that we owe waits for an operator; else what was to be done before is done. */
function triedAgain(news: News): Task[] {
  const { checkout, fresh, paymentId, after } = news;
  if (!isOwedBack(news)) {
    const { testimony } = after;
    const isFreed = testimony.state === 'completed' && fresh.some(({ kind }) => FREEING.has(kind));
    return isFreed && isUnpaid(testimony) ? [{ kind: 'pay-out', testimonyId: testimony.id }] : [];
  }
  const refund = { kind: 'refund', sessionId: checkout.id, paymentId } as const;
  return fresh.flatMap(({ kind, providerId }): Task[] => {
    if (kind === 'refund-failed') return [{ ...refund, failed: providerId }];
    return kind === 'dispute-won' ? [refund] : [];
  });
}
