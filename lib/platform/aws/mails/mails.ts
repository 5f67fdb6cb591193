/**
 * DynamoDB implementation of the record of sent mails. A mail record is written in the same transaction as the outcome
 * of its job, so a repeated job records the mail only once. DynamoDB deletes expired items late, so reads filter out
 * expired records.
 */
import type { MailChanges } from '../../../domain/model/mails/mail-changes.ts';
import { MAIL_RETENTION_SECONDS, type MailRecord } from '../../../domain/model/mails/mail-record.ts';
import type { Clock, MailRecords } from '../../../domain/ports/services.ts';
import { getPartnerMailsPartition, itemKey } from '../table/keys.ts';
import { queryAll, queryPage, selectFromPage, takePageWhile } from '../table/lists.ts';
import { toMailRecord } from '../table/records.ts';
import { computeExpirySeconds, type Table } from '../table/table.ts';
import { type ChangeWriters, createPutOrConflict } from '../table/writes.ts';

/** Maximum number of mails that are examined for a page with the mails to one address. */
const MAX_EXAMINED = 200;

export function dynamoMails(table: Table, clock: Clock): MailRecords {
  const isRetained = ({ sentAt }: MailRecord) =>
    Date.parse(sentAt) + MAIL_RETENTION_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest) {
      const { pk } = itemKey.mail(userId, '', '');
      const list = { pk, newestFirst: true };
      return takePageWhile(isRetained, await queryPage(table, list, pageRequest, toMailRecord));
    },

    async listOfPartner(partnerId, to, pageRequest) {
      const list = { index: 'gsi1', pk: getPartnerMailsPartition(partnerId), newestFirst: true } as const;
      const examined = to === undefined ? pageRequest : { ...pageRequest, limit: MAX_EXAMINED };
      const page = takePageWhile(isRetained, await queryPage(table, list, examined, toMailRecord));
      return selectFromPage(page, pageRequest, {
        isListed: mail => to === undefined || mail.to === to,
        getPosition: mail => itemKey.mail(mail.userId, mail.sentAt, mail.id).sk,
        weigh: () => 0,
        maxWeight: 0,
      });
    },

    async all(userId) {
      const { pk } = itemKey.mail(userId, '', '');
      return (await queryAll(table, { pk, sk: '' }, toMailRecord)).filter(isRetained);
    },
  };
}

export const mailWriters = (table: Table) =>
  ({
    /** Only the sandbox stores the text of a mail. */
    'mail-recorded'({ mail }) {
      const { userId, partnerId, sentAt, id } = mail;
      const key = itemKey.mail(userId, sentAt, id);
      const stored = table.sandbox ? mail : { ...mail, text: null, html: null };
      const expiresAt = computeExpirySeconds(new Date(sentAt), MAIL_RETENTION_SECONDS);
      const listed = table.sandbox &&
        partnerId && { gsi1pk: getPartnerMailsPartition(partnerId), gsi1sk: key.sk };
      return [createPutOrConflict(table, { ...key, ...stored, ...listed, expiresAt })];
    },
  }) satisfies ChangeWriters<Pick<MailChanges, 'mail-recorded'>>;
