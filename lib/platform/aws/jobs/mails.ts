/**
 * DynamoDB implementation of the record of sent mails. A mail is written in one transaction with the outcome of its
 * job, so a repeated job records its mail once. DynamoDB deletes expired items late, so reads filter out older mails.
 */
import { mailActivity } from '../../../domain/activity/market-activity.ts';
import { MAIL_RETENTION_SECONDS, type MailRecord } from '../../../domain/model/mail-record.ts';
import type { Clock, Mails } from '../../../domain/ports/services.ts';
import { activityWrites } from '../table/activity.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll, queryPage, takePageWhile } from '../table/lists.ts';
import { expirySeconds, type NamedWrite, type Table, withoutKeys } from '../table/table.ts';
import { putItem } from '../table/writes.ts';

export function dynamoMails(table: Table, clock: Clock): Mails {
  const isRetained = ({ sentAt }: MailRecord) =>
    Date.parse(sentAt) + MAIL_RETENTION_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest) {
      const { pk } = itemKey.mail(userId, '', '');
      const list = { pk, newestFirst: true };
      return takePageWhile(isRetained, await queryPage(table, list, pageRequest, withoutKeys<MailRecord>));
    },

    async all(userId) {
      const { pk } = itemKey.mail(userId, '', '');
      return (await queryAll(table, pk, '', withoutKeys<MailRecord>)).filter(isRetained);
    },
  };
}

export function mailWrites(table: Table, mail: MailRecord | undefined): NamedWrite[] {
  if (!mail) return [];
  const { userId, sentAt, id } = mail;
  const kept = table.sandbox ? mail : { ...mail, text: null, html: null };
  const expiresAt = expirySeconds(new Date(sentAt), MAIL_RETENTION_SECONDS);
  return [
    ['mail', putItem(table, { ...itemKey.mail(userId, sentAt, id), ...kept, expiresAt })],
    ...activityWrites(table, mailActivity(mail)),
  ];
}
