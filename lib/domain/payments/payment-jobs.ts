/** Jobs that follow from movements of money: alerts, mails and retries (infra/docs/api/payments.md). */

import { createJob } from '../changes.ts';
import { isPayoutOpen } from '../model/escrow.ts';
import type { Job, JobTask } from '../model/job.ts';
import type { RefundReason } from '../model/mail.ts';
import { sumMovements } from '../model/movement.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createDateReminders } from '../reminders.ts';
import { unbalancedAlerts } from './alerts.ts';
import { createRetries } from './payment-retries.ts';
import { isRefundDue, type PaymentChange } from './payment-state.ts';
import { amountDue, computeTotals } from './payment-totals.ts';
import { createRefundNotice } from './pending-refunds.ts';

type Deps = Pick<Dependencies, 'clock' | 'random'>;

export function createFollowUpJobs(change: PaymentChange, deps: Deps): Job[] {
  const tasks = [
    ...createAlerts(change),
    ...createRefundMails(change),
    ...createStateMails(change),
    ...createPayoutMails(change),
    ...createRetries(change),
  ];
  return [
    ...tasks.map(task => createJob(task, deps)),
    ...createRefundNotice(change.checkout, change.after.checkout, deps),
    ...createNewReminders(change, deps),
  ];
}

/**
 * Creates one alert for each new dispute and inquiry, with the deadline for evidence, for each failed refund that no job
 * repeats, and for an imbalance.
 */
function createAlerts(change: PaymentChange): JobTask[] {
  const { fresh, testimony, after } = change;
  const { id: testimonyId } = testimony;
  const alerts = fresh.flatMap(({ kind, providerId, respondBy = null }): JobTask[] => {
    if (kind === 'dispute') return [{ kind: 'alert', alert: 'payment disputed', testimonyId, respondBy }];
    if (kind === 'refund-failed' && !isRepeated(change, providerId))
      return [{ kind: 'alert', alert: 'manual refund failed', testimonyId }];
    return kind === 'inquiry' ? [{ kind: 'alert', alert: 'dispute inquiry', testimonyId, respondBy }] : [];
  });
  return [...alerts, ...unbalancedAlerts(testimony, after.testimony)];
}

/** Returns whether a job repeats the failed refund, because the service or an operator's order has made it. */
function isRepeated(change: PaymentChange, refundId: string): boolean {
  const { payment } = change.after.testimony;
  const orders = [...(payment?.order ? [payment.order] : []), ...(payment?.furtherOrders ?? [])];
  return isRefundDue(change) || orders.some(({ failed }) => failed === refundId);
}

/** Creates the reminders of a due date that stood still during a dispute and has not passed. */
function createNewReminders({ testimony, after }: PaymentChange, deps: Deps): Job[] {
  const { dueAt } = after.testimony;
  const isAhead = dueAt !== null && dueAt > deps.clock.now().toISOString();
  return dueAt !== testimony.dueAt && isAhead ? createDateReminders(after.testimony, deps) : [];
}

/** Creates the mails to the client when a refund starts, and when money has arrived. */
function createRefundMails(change: PaymentChange): JobTask[] {
  const { checkout, movements, fresh, refunds } = change;
  const totals = computeTotals(movements, refunds);
  const begun = refunds.filter(
    ({ id, status }) =>
      status === 'pending' && fresh.some(({ kind, providerId }) => kind === 'refund' && providerId === id),
  );
  const { refunded, takenByBank } = amountsBefore(change);
  const byBank = totals.takenByBank - takenByBank;
  const arrived = totals.refunded - totals.takenByBank - (refunded - takenByBank);
  const mail = {
    kind: 'mail',
    mail: 'payment-refunded',
    userId: checkout.clientId,
    testimonyId: checkout.testimonyId,
    why: refundReason(change),
  } as const;
  const restAfter = (returned: number) =>
    isRefundDue(change) ? null : Math.max(0, checkout.amount - returned);
  const onItsWay = {
    ...mail,
    ...{ amount: sumMovements(begun), byBank: 0, arrived: false },
    rest: restAfter(totals.refunded + totals.pending),
  };
  const back = {
    ...mail,
    ...{ amount: Math.max(0, arrived), byBank, arrived: true },
    rest: restAfter(totals.refunded),
  };
  return [...(begun.length > 0 ? [onItsWay] : []), ...(arrived > 0 || byBank > 0 ? [back] : [])];
}

/** Returns the cents that had gone back to the client before the change. */
function amountsBefore({ checkout, testimony, movements, fresh }: PaymentChange) {
  const refunded = checkout.state === 'accepted' ? (testimony.payment?.refunded ?? 0) : checkout.refunded;
  const recorded = movements.filter(movement => !fresh.includes(movement));
  return { refunded, takenByBank: computeTotals(recorded, []).takenByBank };
}

function refundReason({ checkout, testimony }: PaymentChange): RefundReason {
  if (checkout.state !== 'accepted') return 'late';
  return testimony.state === 'cancelled' ? 'testimony-cancelled' : 'manual';
}

/** Creates the mails about work that waits for a dispute, goes on, or has ended with the payment. */
function createStateMails({ testimony, after }: PaymentChange): JobTask[] {
  const { id: testimonyId, clientId, acceptedOffer } = testimony;
  if (!acceptedOffer) return [];
  const userId = acceptedOffer.expert.id;
  const { state, payment, payout } = after.testimony;
  if (state === 'cancelled' && testimony.state !== 'cancelled') {
    const mail = { kind: 'mail', mail: 'cancelled-by-platform', testimonyId } as const;
    return [
      { ...mail, userId: clientId },
      { ...mail, userId },
    ];
  }
  const [was, is] = [testimony.payment?.status, payment?.status];
  const isWaiting = state === 'accepted' || (payout !== null && isPayoutOpen(after.testimony));
  if (was === is || !isWaiting) return [];
  if (is === 'disputed') return [{ kind: 'mail', mail: 'work-paused', testimonyId, userId }];
  return was === 'disputed' && is === 'paid'
    ? [{ kind: 'mail', mail: 'work-resumed', testimonyId, userId }]
    : [];
}

/** Creates the mail to the expert when a refund or a lost dispute changes the amount of the payout. */
function createPayoutMails({ testimony, movements, fresh, refunds, after }: PaymentChange): JobTask[] {
  if (after.testimony.state === 'cancelled') return [];
  const recorded = movements.filter(movement => !fresh.includes(movement));
  return payoutChangedMails(
    { testimony, totals: computeTotals(recorded, refunds) },
    { testimony: after.testimony, totals: computeTotals(movements, refunds) },
  );
}

interface PayoutFacts {
  readonly testimony: Testimony;
  readonly totals: ReturnType<typeof computeTotals>;
}

/** Creates the mail to the expert when the expert's share of the payment has changed. */
function payoutChangedMails(before: PayoutFacts, after: PayoutFacts): JobTask[] {
  const { id: testimonyId, acceptedOffer } = after.testimony;
  const [was, is] = [shareOf(before), shareOf(after)];
  if (!acceptedOffer || was === is) return [];
  const mail = {
    kind: 'mail',
    mail: 'payout-changed',
    testimonyId,
    userId: acceptedOffer.expert.id,
  } as const;
  return [{ ...mail, before: was, amount: is }];
}

/** Returns what the expert got and may still get, in cents. */
const shareOf = ({ testimony: { payment }, totals: { held, disputed, paidOut } }: PayoutFacts): number =>
  payment ? Math.max(0, paidOut) + amountDue(payment, held + disputed) : 0;
