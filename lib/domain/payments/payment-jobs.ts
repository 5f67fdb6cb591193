/** Jobs that follow from movements of money: alerts, mails and retries (infra/docs/api/payments.md). */

import { createJob } from '../changes.ts';
import { isPayoutOpen } from '../model/escrow.ts';
import type { Job, JobTask } from '../model/job.ts';
import type { RefundReason } from '../model/mail.ts';
import type { MoneyMovement } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { derivePaymentStatus, isRefundDue, type PaymentFacts } from './payment-state.ts';

interface PaymentChange extends PaymentFacts {
  readonly paymentId: string;
  readonly after: Pick<PaymentFacts, 'checkout' | 'testimony'>;
}

export function createFollowUpJobs(
  change: PaymentChange,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Job[] {
  return [...createAlerts(change), ...createRefundMails(change), ...createRetries(change)].map(task =>
    createJob(task, deps),
  );
}

/** Creates one alert for each new dispute. Operators have only days to submit evidence. */
function createAlerts({ fresh, testimony: { id: testimonyId } }: PaymentChange): JobTask[] {
  const disputes = fresh.filter(({ kind }) => kind === 'dispute');
  return disputes.map(() => ({ kind: 'alert', alert: 'payment disputed', testimonyId }));
}

/** Creates the mail to the client when a refund starts and when the payment is completely refunded. */
function createRefundMails(change: PaymentChange): JobTask[] {
  const { checkout, testimony, fresh, refunds } = change;
  const status = derivePaymentStatus(change);
  const was = checkout.state === 'accepted' ? testimony.payment?.status : checkout.state;
  const begun = fresh.some(
    ({ kind, providerId }) =>
      kind === 'refund' && refunds.some(refund => refund.id === providerId && refund.status === 'pending'),
  );
  const arrived = status === 'refunded' && was !== 'refunded' && refunds.length > 0;
  if (!arrived && !(begun && status === 'refunding')) return [];
  const { clientId: userId, testimonyId, amount } = checkout;
  return [
    {
      kind: 'mail',
      mail: 'payment-refunded',
      userId,
      testimonyId,
      amount,
      arrived,
      why: refundReason(change),
    },
  ];
}

function refundReason({ checkout, testimony }: PaymentChange): RefundReason {
  if (checkout.state !== 'accepted') return 'late';
  return testimony.state === 'cancelled' ? 'testimony-cancelled' : 'manual';
}

/** Movements that return money to the platform. */
const RETURNED_TO_PLATFORM: ReadonlySet<MoneyMovement['kind']> = new Set([
  'dispute-won',
  'refund-failed',
  'payout-reversed',
]);

/**
 * Creates the refund or payout jobs that returned money makes necessary. A job for a failed refund fails at once and
 * waits for an operator. After a won dispute, a due refund is tried again.
 */
function createRetries(change: PaymentChange): JobTask[] {
  const { checkout, fresh, paymentId, after } = change;
  if (!isRefundDue(change)) {
    const { testimony } = after;
    const isFreed =
      testimony.state === 'completed' && fresh.some(({ kind }) => RETURNED_TO_PLATFORM.has(kind));
    return isFreed && isPayoutOpen(testimony) ? [{ kind: 'pay-out', testimonyId: testimony.id }] : [];
  }
  const refund = { kind: 'refund', sessionId: checkout.id, paymentId } as const;
  return fresh.flatMap(({ kind, providerId }): JobTask[] => {
    if (kind === 'refund-failed') return [{ ...refund, failed: providerId }];
    return kind === 'dispute-won' ? [refund] : [];
  });
}
