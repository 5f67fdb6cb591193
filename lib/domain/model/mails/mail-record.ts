/** Records of mails, stored by account for 30 days (infra/docs/api/mails.md). */
import { DAY_SECONDS } from '../../../durations.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * State of a mail. `held`: not sent, because the sandbox does not send mail to this e-mail address or to users of this
 * partner. `withheld`: not sent, because a limit of mails was reached. `refused`: permanently rejected by the provider.
 */
export type MailState = 'sent' | 'held' | 'withheld' | 'refused';

export interface MailRecord {
  readonly id: string;
  readonly userId: string;
  /** Id of the user's partner, whose inbox contains the mail in a sandbox; absent without a partner. */
  readonly partnerId?: string;
  readonly jobId: string;
  readonly to: string;
  readonly subject: string;
  /** Text of the mail. Like `html`, it is stored in the sandbox only. */
  readonly text: string | null;
  readonly html: string | null;
  /** When the mail was sent, or would have been sent if it was held, withheld or rejected. */
  readonly sentAt: string;
  readonly state: MailState;
}

export const MAIL_RETENTION_SECONDS = 30 * DAY_SECONDS;
