/** What happened to somebody, as partners follow it in the sandbox (contract §3, "more of the sandbox"). */
import type { TestimonyPayment, TestimonyPayout, TestimonyState } from './testimony.ts';

export type ActivityType =
  | 'account.registered'
  | 'email.verified'
  | 'expert.approved'
  | 'expert.revoked'
  | 'review.accepted'
  | 'review.rejected'
  | 'payment-account.changed'
  | `order.${'created' | Exclude<TestimonyState, 'pending' | 'offered'> | 'due-changed'}`
  | `offer.${'made' | 'received' | 'withdrawn' | 'accepted' | 'lapsed'}`
  | `payment.${TestimonyPayment['status'] | 'partly-refunded'}`
  | `payout.${TestimonyPayout['status']}`
  | 'mail.sent';

/** What an event is about; its id is the one that the API knows it by. */
export interface ActivitySubject {
  readonly kind: 'account' | 'testimony' | 'offer' | 'mail';
  readonly id: string;
}

/** Something that happened to a user, before it is on record. */
export interface Activity {
  readonly userId: string;
  readonly type: ActivityType;
  readonly about: ActivitySubject;
}

export interface ActivityEvent extends Activity {
  readonly id: string;
  readonly at: string;
  /** Of the request or of the job's run that did it, as the log has it. */
  readonly requestId: string | null;
}

export const ACTIVITY_KEPT_SECONDS = 30 * 24 * 3600;
