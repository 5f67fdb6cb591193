import { PermanentFailure } from '../errors.ts';
import type { MailRecord } from '../model/mail-record.ts';

/** Error for a mail that the mail provider has rejected permanently. It contains the record of the mail. */
export class MailRejected extends PermanentFailure {
  override readonly name = 'MailRejected';
  readonly mail: MailRecord;

  constructor(mail: MailRecord, cause: PermanentFailure) {
    super(cause.message, { cause: cause.cause });
    this.mail = mail;
  }
}
