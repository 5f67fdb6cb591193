/** Records of mails, stored by account for 30 days (infra/docs/api/mails.md). */
import * as v from 'valibot';
import { DAY_SECONDS } from '../../../durations.ts';
import { nullableText, optionalText, type Stored, text } from '../schemas/record-schema.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * State of a mail. `held`: not sent, because the sandbox does not send mail to this e-mail address or to users of this
 * partner. `withheld`: not sent, because a limit of mails was reached. `refused`: permanently rejected by the provider.
 */
export const MAIL_STATES = ['sent', 'held', 'withheld', 'refused'] as const;

export type MailState = (typeof MAIL_STATES)[number];

export const createMailRecordSchema = () =>
  v.object({
    id: text,
    userId: text,
    /** Id of the user's partner, whose inbox contains the mail in a sandbox; absent without a partner. */
    partnerId: optionalText,
    jobId: text,
    to: text,
    subject: text,
    /** Text of the mail. Like `html`, it is stored in the sandbox only. */
    text: nullableText,
    html: nullableText,
    /** When the mail was sent, or would have been sent if it was held, withheld or rejected. */
    sentAt: text,
    state: v.picklist(MAIL_STATES),
  });

export type MailRecord = Stored<typeof createMailRecordSchema>;

export const MAIL_RETENTION_SECONDS = 30 * DAY_SECONDS;
