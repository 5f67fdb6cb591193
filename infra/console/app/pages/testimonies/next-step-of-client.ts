/** Next step of a testimony for its client. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { NextStep } from './next-step.ts';
import { findPaymentText } from './payment-texts.ts';
import {
  getCancellableAt,
  hasFailedCheck,
  hasOpenComplaint,
  hasOpenOffer,
  isCorrectedSinceComplaint,
  isOpen,
  isOverdue,
} from './testimony-facts.ts';

const waiting = (step: Pick<NextStep, 'title'> & Partial<NextStep>): NextStep => ({
  isYours: false,
  tone: 'plain',
  ...step,
});
const acting = (step: Pick<NextStep, 'title'> & Partial<NextStep>): NextStep => ({
  isYours: true,
  tone: 'action',
  ...step,
});

export function findClientStep(testimony: Testimony, user: User, now: Date): NextStep {
  if (testimony.state === 'cancelled') return findCancelledStep(testimony);
  const paymentText = findPaymentText(testimony, user);
  if (paymentText) return findBlockedStep(testimony, paymentText);
  if (isOpen(testimony)) return findOpenStep(testimony, user);
  if (testimony.state === 'accepted') return findWorkStep(testimony, now);
  return findDeliveredStep(testimony, user);
}

function findCancelledStep(testimony: Testimony): NextStep {
  const status = testimony.payment?.status;
  const text = status && status !== 'paid' ? (`wait.client.${status}.cancelled` as const) : undefined;
  return waiting({ title: 'next.cancelled', text, tone: 'danger', action: 'new-testimony' });
}

/** The step while a payment is disputed or going back. */
function findBlockedStep({ payment }: Testimony, text: NextStep['text']): NextStep {
  const title = payment?.status === 'disputed' ? 'next.client.disputed' : 'next.client.refund';
  return waiting({
    title: payment?.status === 'refunded' ? 'next.client.refunded' : title,
    text,
    tone: 'warning',
  });
}

function findOpenStep(testimony: Testimony, user: User): NextStep {
  if (hasOpenOffer(testimony)) {
    return user.emailVerified
      ? acting({ title: 'next.client.choose', text: 'next.client.chooseText', action: 'choose-offer' })
      : acting({ title: 'next.verifyEmail', text: 'next.client.unverifiedText', tone: 'warning' });
  }
  return testimony.state === 'pending'
    ? waiting({ title: 'next.client.pending', text: 'waitingForOffers' })
    : waiting({ title: 'next.client.noOffer', text: 'next.client.noOfferText' });
}

function findWorkStep(testimony: Testimony, now: Date): NextStep {
  const { dueAt } = testimony;
  if (!dueAt || !isOverdue(testimony, now)) {
    return waiting({
      title: 'next.client.work',
      text: 'next.client.workText',
      until: dueAt ? { text: 'dueBy', at: dueAt } : undefined,
    });
  }
  if (testimony.allowedActions.includes('cancel')) {
    return acting({
      title: 'next.client.longLate',
      text: 'lateCancellable',
      tone: 'warning',
      action: 'cancel',
      until: { text: 'lateSince', at: dueAt },
    });
  }
  return waiting({
    title: 'next.late',
    text: 'lateForClient',
    tone: 'warning',
    until: { text: 'next.client.cancellableFrom', at: getCancellableAt(dueAt) },
  });
}

function findDeliveredStep(testimony: Testimony, user: User): NextStep {
  const { documentCheck, complaintUntil } = testimony;
  const canConfirm = testimony.allowedActions.includes('confirm');
  const action = testimony.allowedActions.includes('download') ? 'download' : undefined;
  if (documentCheck === 'infected') {
    return waiting({ title: 'next.client.infected', text: 'next.client.infectedText', tone: 'danger' });
  }
  if (!user.emailVerified) {
    return acting({ title: 'next.verifyEmail', text: 'next.client.unverifiedDelivered', tone: 'warning' });
  }
  if (hasOpenComplaint(testimony)) {
    return isCorrectedSinceComplaint(testimony)
      ? acting({ title: 'next.client.corrected', text: 'complaintCorrected.client', action })
      : waiting({ title: 'next.client.complaint', text: 'complaintOpen.client', tone: 'warning', action });
  }
  if (!canConfirm) {
    return waiting({ title: 'next.client.done', text: 'next.client.doneText', tone: 'success', action });
  }
  return hasFailedCheck(testimony)
    ? acting({ title: 'next.client.failedCheck', text: 'reviewWaits', tone: 'warning', action })
    : acting({
        title: 'next.client.review',
        text: 'reviewUntil',
        action,
        until: complaintUntil ? { text: 'next.client.reviewUntil', at: complaintUntil } : undefined,
      });
}
