/** Mails as they are kept for 30 days, by account and never by address (infra/docs/api/mails.md). */

/** What a mail says. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `held`: the sandbox mails nobody there. `refused`: by the provider, for good. */
export type MailState = 'sent' | 'held' | 'refused';

export interface MailRecord {
  readonly id: string;
  readonly userId: string;
  /** The address. */
  readonly to: string;
  readonly subject: string;
  /** Outside the sandbox neither this nor `html` is kept. */
  readonly text: string | null;
  readonly html: string | null;
  /** When it was sent, or would have been. */
  readonly sentAt: string;
  readonly state: MailState;
}

export const MAIL_RETENTION_SECONDS = 30 * 24 * 3600;
