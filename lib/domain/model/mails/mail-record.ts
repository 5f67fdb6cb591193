/** Records of mails, stored by account for 30 days (infra/docs/api/mails.md). */
import * as v from 'valibot';
import { DAY_SECONDS } from '../../../durations.ts';
import { nullableTextSchema, optionalTextSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

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
    id: textSchema,
    userId: textSchema,
    /** Id of the user's partner, whose inbox contains the mail in a sandbox; absent without a partner. */
    partnerId: optionalTextSchema,
    jobId: textSchema,
    to: textSchema,
    subject: textSchema,
    /** Text of the mail. Like `html`, it is stored in the sandbox only. */
    text: nullableTextSchema,
    html: nullableTextSchema,
    /** When the mail was sent, or would have been sent if it was held, withheld or rejected. */
    sentAt: textSchema,
    state: v.picklist(MAIL_STATES),
  });

export type MailRecord = Stored<typeof createMailRecordSchema>;

export const MAIL_RETENTION_SECONDS = 30 * DAY_SECONDS;
