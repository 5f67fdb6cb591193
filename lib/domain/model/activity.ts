/** What happened to somebody, as partners follow it in the sandbox (infra/docs/api/conventions.md). */
export const ACTIVITY_TYPES = [
  ...(['account.registered', 'email.verified'] as const),
  ...(['expert.approved', 'expert.revoked', 'review.accepted', 'review.rejected'] as const),
  'payment-account.changed',
  ...(['testimony.created', 'testimony.accepted', 'testimony.completed', 'testimony.cancelled'] as const),
  'testimony.due-changed',
  ...(['offer.made', 'offer.received', 'offer.withdrawn', 'offer.accepted', 'offer.lapsed'] as const),
  ...(['payment.paid', 'payment.refunding', 'payment.refunded', 'payment.partly-refunded'] as const),
  'payment.disputed',
  ...(['payout.held', 'payout.owed', 'payout.sent', 'payout.failed'] as const),
  'mail.sent',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** What an event is about; its id is the one that the API knows it by. */
export interface ActivityResource {
  readonly kind: 'account' | 'testimony' | 'offer' | 'mail';
  readonly id: string;
}

/** Something that happened to a user, before it is on record. */
export interface Activity {
  readonly userId: string;
  readonly type: ActivityType;
  readonly about: ActivityResource;
}

export interface ActivityEvent extends Activity {
  readonly id: string;
  readonly at: string;
  /** Of the request or of the job's run that did it, as the log has it. */
  readonly requestId: string | null;
}

export const ACTIVITY_RETENTION_SECONDS = 30 * 24 * 3600;
