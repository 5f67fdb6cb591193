/**
 * Next step of a testimony: what the user must or can do now, or what everybody waits for, and until when. The start
 * page and the testimony page show the same step (infra/docs/api/payments.md#table-of-states).
 */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { TEXTS, type TextKey } from '../../texts/all-texts.ts';
import {
  getEarliestCancellation,
  hasFailedCheck,
  hasOpenComplaint,
  hasOpenOffer,
  isCorrectedSinceComplaint,
  isOpen,
  isOverdue,
} from './testimony-facts.ts';

/** Action of the step's primary button or form. */
export type StepAction =
  | 'choose-offer'
  | 'download'
  | 'cancel'
  | 'offer'
  | 'deliver'
  | 'correct'
  | 'verification'
  | 'new-testimony'
  | 'offerable';

export interface NextStep {
  readonly title: TextKey;
  readonly text?: TextKey | undefined;
  /** Whether the user has to act; otherwise the user waits for somebody else. */
  readonly isYours: boolean;
  readonly tone: 'plain' | 'action' | 'success' | 'warning' | 'danger';
  readonly action?: StepAction | undefined;
  /** Deadline, with a text that has the parameter `{date}` or `{time}`. */
  readonly until?: { readonly text: TextKey; readonly at: string } | undefined;
}

type StepOptions = Pick<Partial<NextStep>, 'tone' | 'action' | 'until'>;

const createWaitStep = (title: TextKey, text?: TextKey, options: StepOptions = {}): NextStep => ({
  title,
  text,
  isYours: false,
  tone: 'plain',
  ...options,
});

const createActionStep = (title: TextKey, text?: TextKey, options: StepOptions = {}): NextStep => ({
  title,
  text,
  isYours: true,
  tone: 'action',
  ...options,
});

const createDeadline = (text: TextKey, at: string | null): NextStep['until'] =>
  at ? { text, at } : undefined;

export const findNextStep = (testimony: Testimony, user: User, now: Date): NextStep =>
  user.role === 'client' ? findClientStep(testimony, user, now) : findExpertStep(testimony, user, now);

function findClientStep(testimony: Testimony, user: User, now: Date): NextStep {
  if (testimony.state === 'cancelled') return findClientCancelledStep(testimony);
  const paymentText = findPaymentText(testimony, user);
  if (paymentText) return findClientBlockedStep(testimony, paymentText);
  if (isOpen(testimony)) return findClientOpenStep(testimony, user);
  if (testimony.state === 'accepted') return findClientWorkStep(testimony, now);
  return findClientDeliveredStep(testimony, user);
}

function findClientCancelledStep(testimony: Testimony): NextStep {
  const status = testimony.payment?.status;
  const text = status && status !== 'paid' ? (`wait.client.${status}.cancelled` as const) : undefined;
  return createWaitStep('next.cancelled', text, { action: 'new-testimony' });
}

function findClientBlockedStep({ payment }: Testimony, text: NextStep['text']): NextStep {
  if (payment?.status === 'refunded') return createWaitStep('next.client.refunded', text);
  const title = payment?.status === 'disputed' ? 'next.client.disputed' : 'next.client.refund';
  return createWaitStep(title, text, { tone: 'warning' });
}

function findClientOpenStep(testimony: Testimony, user: User): NextStep {
  if (hasOpenOffer(testimony)) {
    return user.emailVerified
      ? createActionStep('next.client.choose', 'next.client.chooseText', { action: 'choose-offer' })
      : createActionStep('next.verifyEmail', 'next.client.unverifiedText', { tone: 'warning' });
  }
  return testimony.state === 'pending'
    ? createWaitStep('next.client.pending', 'waitingForOffers')
    : createWaitStep('next.client.noOffer', 'next.client.noOfferText');
}

function findClientWorkStep(testimony: Testimony, now: Date): NextStep {
  const { dueAt } = testimony;
  if (!dueAt || !isOverdue(testimony, now)) {
    return createWaitStep('next.client.work', 'next.client.workText', {
      until: createDeadline('dueBy', dueAt),
    });
  }
  if (testimony.allowedActions.includes('cancel')) {
    return createActionStep('next.client.longLate', 'lateCancellable', {
      tone: 'warning',
      action: 'cancel',
      until: { text: 'lateSince', at: dueAt },
    });
  }
  return createWaitStep('next.late', undefined, {
    tone: 'warning',
    until: { text: 'next.client.cancellableFrom', at: getEarliestCancellation(dueAt) },
  });
}

function findClientDeliveredStep(testimony: Testimony, user: User): NextStep {
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
        until: createDeadline('next.client.reviewUntil', complaintUntil),
      });
}

function findExpertStep(testimony: Testimony, user: User, now: Date): NextStep {
  if (testimony.payout) return findExpertChosenStep(testimony, testimony.payout, user, now);
  if (isOpen(testimony)) return findExpertOfferStep(testimony, user);
  const title = testimony.state === 'cancelled' ? 'next.cancelled' : 'next.expert.notChosen';
  return createWaitStep(title, 'next.expert.offersEnded', { action: 'offerable' });
}

function findExpertOfferStep(testimony: Testimony, user: User): NextStep {
  if (testimony.allowedActions.includes('offer')) {
    return createActionStep('next.expert.offer', 'next.expert.offerText', { action: 'offer' });
  }
  if (hasOpenOffer(testimony)) return createWaitStep('next.expert.offered', 'next.expert.offeredText');
  if (!user.emailVerified) {
    return createActionStep('next.verifyEmail', 'next.expert.unverifiedText', { tone: 'warning' });
  }
  const isForeign = !(user.regions as readonly string[]).includes(testimony.realEstate.region);
  if (isForeign)
    return createWaitStep('next.expert.foreign', 'next.expert.foreignText', { action: 'offerable' });
  // The step of a revoked expert has no text, because a notice on the page says that the approval was revoked.
  return user.role === 'expert' && user.approvalRevoked
    ? createWaitStep('next.expert.revoked')
    : createWaitStep('next.expert.unapproved', 'next.expert.unapprovedText');
}

type Payout = NonNullable<Testimony['payout']>;

function findExpertChosenStep(testimony: Testimony, payout: Payout, user: User, now: Date): NextStep {
  if (testimony.state === 'cancelled') {
    return createWaitStep('next.cancelled', 'next.expert.cancelledText', { tone: 'danger' });
  }
  if (!user.emailVerified) {
    return createActionStep('next.verifyEmail', 'next.expert.unverifiedWork', { tone: 'warning' });
  }
  const text = findPaymentText(testimony, user);
  if (text) return createWaitStep(findBlockedTitle(testimony, payout), text, { tone: 'warning' });
  return testimony.state === 'accepted'
    ? findExpertWorkStep(testimony, now)
    : findExpertDeliveredStep(testimony, payout);
}

function findBlockedTitle({ state }: Testimony, { paymentStatus }: Payout): TextKey {
  if (paymentStatus === 'disputed' || paymentStatus === 'refunding') return `next.expert.${paymentStatus}`;
  return state === 'accepted' ? 'next.expert.blockedWork' : 'next.expert.blockedDownload';
}

function findExpertWorkStep(testimony: Testimony, now: Date): NextStep {
  const { dueAt } = testimony;
  if (!dueAt || !isOverdue(testimony, now)) {
    return createActionStep('next.expert.work', 'deliverLead', {
      action: 'deliver',
      until: createDeadline('dueBy', dueAt),
    });
  }
  const cancellableAt = getEarliestCancellation(dueAt);
  const isCancellable = new Date(cancellableAt) < now;
  return createActionStep('next.late', isCancellable ? 'next.expert.longLate' : 'lateForExpert', {
    tone: 'warning',
    action: 'deliver',
    until: isCancellable
      ? { text: 'lateSince', at: dueAt }
      : { text: 'next.expert.cancellableFrom', at: cancellableAt },
  });
}

function findExpertDeliveredStep(testimony: Testimony, payout: Payout): NextStep {
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

function findPayoutStep({ documentCheck }: Testimony, payout: Payout): NextStep {
  const { status, reason, dueAt, until } = payout;
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
  const title = reason === 'document' || reason === 'not-due' ? 'next.payout.delivered' : 'next.payout.waits';
  if (reason === 'document' && documentCheck === 'pending')
    return createWaitStep(title, 'payoutWaits.document-pending');
  const isWaitingPeriod = reason === 'not-due' && until !== dueAt;
  return createWaitStep(title, isWaitingPeriod ? 'payoutWaits.waiting-period' : `payoutWaits.${reason}`);
}

/**
 * Returns the text that explains why the state of the payment delays the work or the download, or undefined without a
 * delay.
 */
function findPaymentText(testimony: Testimony, user: User): TextKey | undefined {
  const { state, payment } = testimony;
  const status = user.role === 'client' ? payment?.status : findExpertReason(testimony, user);
  const key = `wait.${user.role}.${status}.${state}`;
  return key in TEXTS ? (key as TextKey) : undefined;
}

/**
 * Returns the reason why an expert has to wait: a status of the payment, or `other`. Returns undefined if the expert
 * can act. An infected document is no such reason, because it has a step of its own.
 */
function findExpertReason(
  { state, payout, documentCheck, allowedActions }: Testimony,
  user: User,
): string | undefined {
  const isPossible = allowedActions.includes(state === 'accepted' ? 'complete' : 'download');
  if (!payout || isPossible || !user.emailVerified || documentCheck === 'infected') return undefined;
  const { paymentStatus } = payout;
  return paymentStatus === 'disputed' || paymentStatus === 'refunding' ? paymentStatus : 'other';
}
