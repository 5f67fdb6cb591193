import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { createActionStep, createWaitStep, type NextStep } from './next-step.ts';
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
  return createWaitStep('next.cancelled', text, { tone: 'danger', action: 'new-testimony' });
}

/** The step while a payment is disputed or going back. */
function findBlockedStep({ payment }: Testimony, text: NextStep['text']): NextStep {
  const title = payment?.status === 'disputed' ? 'next.client.disputed' : 'next.client.refund';
  return createWaitStep(payment?.status === 'refunded' ? 'next.client.refunded' : title, text, {
    tone: 'warning',
  });
}

function findOpenStep(testimony: Testimony, user: User): NextStep {
  if (hasOpenOffer(testimony)) {
    return user.emailVerified
      ? createActionStep('next.client.choose', 'next.client.chooseText', { action: 'choose-offer' })
      : createActionStep('next.verifyEmail', 'next.client.unverifiedText', { tone: 'warning' });
  }
  return testimony.state === 'pending'
    ? createWaitStep('next.client.pending', 'waitingForOffers')
    : createWaitStep('next.client.noOffer', 'next.client.noOfferText');
}

function findWorkStep(testimony: Testimony, now: Date): NextStep {
  const { dueAt } = testimony;
  if (!dueAt || !isOverdue(testimony, now)) {
    return createWaitStep('next.client.work', 'next.client.workText', {
      until: dueAt ? { text: 'dueBy', at: dueAt } : undefined,
    });
  }
  if (testimony.allowedActions.includes('cancel')) {
    return createActionStep('next.client.longLate', 'lateCancellable', {
      tone: 'warning',
      action: 'cancel',
      until: { text: 'lateSince', at: dueAt },
    });
  }
  return createWaitStep('next.late', 'lateForClient', {
    tone: 'warning',
    until: { text: 'next.client.cancellableFrom', at: getCancellableAt(dueAt) },
  });
}

function findDeliveredStep(testimony: Testimony, user: User): NextStep {
  const { documentCheck, complaintUntil } = testimony;
  const canConfirm = testimony.allowedActions.includes('confirm');
  const action = testimony.allowedActions.includes('download') ? 'download' : undefined;
  if (documentCheck === 'infected') {
    return createWaitStep('next.client.infected', 'next.client.infectedText', { tone: 'danger' });
  }
  if (!user.emailVerified) {
    return createActionStep('next.verifyEmail', 'next.client.unverifiedDelivered', { tone: 'warning' });
  }
  if (hasOpenComplaint(testimony)) {
    return isCorrectedSinceComplaint(testimony)
      ? createActionStep('next.client.corrected', 'complaintCorrected.client', { action })
      : createWaitStep('next.client.complaint', 'complaintOpen.client', { tone: 'warning', action });
  }
  if (!canConfirm) {
    return createWaitStep('next.client.done', 'next.client.doneText', { tone: 'success', action });
  }
  return hasFailedCheck(testimony)
    ? createActionStep('next.client.failedCheck', 'reviewWaits', { tone: 'warning', action })
    : createActionStep('next.client.review', 'reviewUntil', {
        action,
        until: complaintUntil ? { text: 'next.client.reviewUntil', at: complaintUntil } : undefined,
      });
}
