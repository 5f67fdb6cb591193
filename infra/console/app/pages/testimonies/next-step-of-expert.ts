/** Next step of a testimony for the chosen expert and for other experts. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';
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

export function findExpertStep(testimony: Testimony, user: User, now: Date): NextStep {
  if (testimony.payout) return findChosenStep(testimony, testimony.payout, user, now);
  if (isOpen(testimony)) return findOfferStep(testimony, user);
  const title = testimony.state === 'cancelled' ? 'next.cancelled' : 'next.expert.notChosen';
  return waiting({ title, text: 'next.expert.offersEnded', action: 'offerable' });
}

function findOfferStep(testimony: Testimony, user: User): NextStep {
  if (testimony.allowedActions.includes('offer')) {
    return acting({ title: 'next.expert.offer', text: 'next.expert.offerText', action: 'offer' });
  }
  if (hasOpenOffer(testimony)) {
    return waiting({ title: 'next.expert.offered', text: 'next.expert.offeredText' });
  }
  if (!user.emailVerified) {
    return acting({ title: 'next.verifyEmail', text: 'next.expert.unverifiedText', tone: 'warning' });
  }
  const isForeign = !(user.regions as readonly string[]).includes(testimony.realEstate.region);
  return isForeign
    ? waiting({ title: 'next.expert.foreign', text: 'next.expert.foreignText', action: 'offerable' })
    : waiting({ title: 'next.expert.unapproved', text: 'next.expert.unapprovedText' });
}

type Payout = NonNullable<Testimony['payout']>;

function findChosenStep(testimony: Testimony, payout: Payout, user: User, now: Date): NextStep {
  if (testimony.state === 'cancelled') {
    return waiting({ title: 'next.cancelled', text: 'next.expert.cancelledText', tone: 'danger' });
  }
  if (!user.emailVerified) {
    return acting({ title: 'next.verifyEmail', text: 'next.expert.unverifiedWork', tone: 'warning' });
  }
  const text = findPaymentText(testimony, user);
  if (text) {
    return waiting({ title: findBlockedTitle(testimony, payout), text, tone: 'warning' });
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
    return acting({
      title: 'next.expert.work',
      text: 'deliverLead',
      action: 'deliver',
      until: dueAt ? { text: 'dueBy', at: dueAt } : undefined,
    });
  }
  const cancellableAt = getCancellableAt(dueAt);
  const isCancellable = new Date(cancellableAt) < now;
  return acting({
    title: 'next.late',
    text: isCancellable ? 'next.expert.longLate' : 'lateForExpert',
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
      ? waiting({ title: 'next.expert.corrected', text: 'complaintCorrected.expert' })
      : acting({ title: 'next.expert.complaint', text: 'complaintOpen.expert', tone: 'warning', action });
  }
  if (hasFailedCheck(testimony) && action) {
    return acting({
      title: 'next.expert.failedCheck',
      text: 'documentFailed.expert',
      tone: 'warning',
      action,
    });
  }
  return findPayoutStep(testimony, payout);
}

/** Titles of the steps of a held payout, by its reason. The reasons' texts are `payoutWaits.*`. */
const HELD_TITLES = {
  refunding: 'next.payout.waits',
  disputed: 'next.payout.waits',
  'not-delivered': 'next.payout.waits',
  complaint: 'next.payout.waits',
  document: 'next.payout.delivered',
  expert: 'next.payout.waits',
  'not-due': 'next.payout.delivered',
} as const satisfies Record<NonNullable<Payout['reason']>, TextKey>;

function findPayoutStep({ documentCheck }: Testimony, { status, reason }: Payout): NextStep {
  if (status === 'sent')
    return waiting({ title: 'next.payout.sent', text: 'next.payout.sentText', tone: 'success' });
  if (status === 'owed') {
    return acting({ title: 'next.payout.owed', text: 'payoutText.owed', action: 'verification' });
  }
  if (status === 'failed') {
    return waiting({ title: 'next.payout.failed', text: 'payoutText.failed', tone: 'warning' });
  }
  if (status === 'void') return waiting({ title: 'next.payout.void', text: 'payoutText.void' });
  if (reason === null) return waiting({ title: 'next.payout.delivered', text: 'payoutWaits.sending' });
  const isBeingChecked = reason === 'document' && documentCheck === 'pending';
  return waiting({
    title: HELD_TITLES[reason],
    text: isBeingChecked ? 'payoutWaits.document-pending' : `payoutWaits.${reason}`,
  });
}
