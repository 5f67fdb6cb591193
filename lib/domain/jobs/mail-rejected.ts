import { PermanentFailure } from '../errors.ts';
import type { MailRecord } from '../model/mail-record.ts';

/** The mail provider rejected the mail permanently. Carries the mail record, which is stored nevertheless. */
export class MailRejected extends PermanentFailure {
  override readonly name = 'MailRejected';
  readonly mail: MailRecord;

  constructor(mail: MailRecord, cause: PermanentFailure) {
    super(cause.message, { cause: cause.cause });
    this.mail = mail;
  }
}
