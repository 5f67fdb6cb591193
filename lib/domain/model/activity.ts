/** Activity events of users, which partners can follow in the sandbox (infra/docs/api/sandbox.md). */
export const ACTIVITY_TYPES = [
  ...(['account.registered', 'email.verified'] as const),
  ...(['expert.approved', 'expert.revoked', 'review.accepted', 'review.rejected'] as const),
  'payment-account.changed',
  ...(['testimony.created', 'testimony.accepted', 'testimony.completed', 'testimony.cancelled'] as const),
  ...(['testimony.due-changed', 'testimony.confirmed', 'testimony.corrected'] as const),
  ...(['complaint.made', 'complaint.ended'] as const),
  ...(['offer.made', 'offer.received', 'offer.withdrawn', 'offer.accepted', 'offer.lapsed'] as const),
  ...(['payment.processing', 'payment.failed'] as const),
  ...(['payment.paid', 'payment.refunding', 'payment.refunded', 'payment.partly-refunded'] as const),
  'payment.disputed',
  ...(['payout.held', 'payout.owed', 'payout.sent', 'payout.failed', 'payout.void'] as const),
  'mail.sent',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Resource that an event concerns. `id` is the id used in the API. */
export interface ActivityResource {
  readonly kind: 'account' | 'testimony' | 'offer' | 'mail';
  readonly id: string;
}

/** An event of a user before it is recorded. */
export interface Activity {
  readonly userId: string;
  readonly type: ActivityType;
  readonly about: ActivityResource;
}

export interface ActivityEvent extends Activity {
  readonly id: string;
  readonly at: string;
  /** Id of the request or job run that caused the event, as written to the log. */
  readonly requestId: string | null;
}

export const ACTIVITY_RETENTION_SECONDS = 30 * 24 * 3600;
