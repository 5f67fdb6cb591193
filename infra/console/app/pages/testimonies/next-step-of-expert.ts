import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';
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

export function findExpertStep(testimony: Testimony, user: User, now: Date): NextStep {
  if (testimony.payout) return findChosenStep(testimony, testimony.payout, user, now);
  if (isOpen(testimony)) return findOfferStep(testimony, user);
  const title = testimony.state === 'cancelled' ? 'next.cancelled' : 'next.expert.notChosen';
  return createWaitStep(title, 'next.expert.offersEnded', { action: 'offerable' });
}

function findOfferStep(testimony: Testimony, user: User): NextStep {
  if (testimony.allowedActions.includes('offer')) {
    return createActionStep('next.expert.offer', 'next.expert.offerText', { action: 'offer' });
  }
  if (hasOpenOffer(testimony)) return createWaitStep('next.expert.offered', 'next.expert.offeredText');
  if (!user.emailVerified) {
    return createActionStep('next.verifyEmail', 'next.expert.unverifiedText', { tone: 'warning' });
  }
  const isForeign = !(user.regions as readonly string[]).includes(testimony.realEstate.region);
  return isForeign
    ? createWaitStep('next.expert.foreign', 'next.expert.foreignText', { action: 'offerable' })
    : createWaitStep('next.expert.unapproved', 'next.expert.unapprovedText');
}

type Payout = NonNullable<Testimony['payout']>;

function findChosenStep(testimony: Testimony, payout: Payout, user: User, now: Date): NextStep {
  if (testimony.state === 'cancelled') {
    return createWaitStep('next.cancelled', 'next.expert.cancelledText', { tone: 'danger' });
  }
  if (!user.emailVerified) {
    return createActionStep('next.verifyEmail', 'next.expert.unverifiedWork', { tone: 'warning' });
  }
  const text = findPaymentText(testimony, user);
  if (text) {
    return createWaitStep(findBlockedTitle(testimony, payout), text, { tone: 'warning' });
  }
  return testimony.state === 'accepted' ? findWorkStep(testimony, now) : findDeliveredStep(testimony, payout);
}

function findBlockedTitle({ state }: Testimony, { reason }: Payout): TextKey {
  if (reason === 'disputed' || reason === 'refunding') return `next.expert.${reason}`;
  return state === 'accepted' ? 'next.expert.blockedWork' : 'next.expert.blockedDownload';
}

function findWorkStep(testimony: Testimony, now: Date): NextStep {
  const { dueAt } = testimony;
  if (!dueAt || !isOverdue(testimony, now)) {
    return createActionStep('next.expert.work', 'deliverLead', {
      action: 'deliver',
      until: dueAt ? { text: 'dueBy', at: dueAt } : undefined,
    });
  }
  const cancellableAt = getCancellableAt(dueAt);
  const isCancellable = new Date(cancellableAt) < now;
  return createActionStep('next.late', isCancellable ? 'next.expert.longLate' : 'lateForExpert', {
    tone: 'warning',
    action: 'deliver',
    until: isCancellable
      ? { text: 'lateSince', at: dueAt }
      : { text: 'next.expert.cancellableFrom', at: cancellableAt },
  });
}

function findDeliveredStep(testimony: Testimony, payout: Payout): NextStep {
  const action = testimony.allowedActions.includes('complete') ? 'correct' : undefined;
  if (hasOpenComplaint(testimony)) {
    return isCorrectedSinceComplaint(testimony)
      ? createWaitStep('next.expert.corrected', 'complaintCorrected.expert')
      : createActionStep('next.expert.complaint', 'complaintOpen.expert', { tone: 'warning', action });
  }
  if (hasFailedCheck(testimony) && action) {
    return createActionStep('next.expert.failedCheck', 'documentFailed.expert', { tone: 'warning', action });
  }
  return findPayoutStep(testimony, payout);
}

function findPayoutStep({ documentCheck }: Testimony, { status, reason }: Payout): NextStep {
  if (status === 'sent')
    return createWaitStep('next.payout.sent', 'next.payout.sentText', { tone: 'success' });
  if (status === 'owed') {
    return createActionStep('next.payout.owed', 'payoutText.owed', { action: 'verification' });
  }
  if (status === 'failed') {
    return createWaitStep('next.payout.failed', 'payoutText.failed', { tone: 'warning' });
  }
  if (status === 'void') return createWaitStep('next.payout.void', 'payoutText.void');
  if (reason === null) return createWaitStep('next.payout.delivered', 'payoutWaits.sending');
  const isDelivered = reason === 'document' || reason === 'not-due';
  const isBeingChecked = reason === 'document' && documentCheck === 'pending';
  return createWaitStep(
    isDelivered ? 'next.payout.delivered' : 'next.payout.waits',
    isBeingChecked ? 'payoutWaits.document-pending' : `payoutWaits.${reason}`,
  );
}
