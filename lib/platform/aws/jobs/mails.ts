/**
 * Mails that are kept: written with what becomes of their job, so that a job which runs again keeps its mail once.
 * The table expires them some time after their 30 days; whoever reads does not see them then.
 */
import { ofMail } from '../../../domain/activity/of-market.ts';
import { type KeptMail, MAILS_KEPT_SECONDS } from '../../../domain/model/kept-mail.ts';
import type { Clock, Mails } from '../../../domain/ports/outside.ts';
import { activityWrites } from '../table/activity.ts';
import { key } from '../table/keys.ts';
import { queryAll, queryPage, whileHolds } from '../table/lists.ts';
import { type NamedWrite, type Table, ttl, withoutKeys } from '../table/table.ts';
import { put } from '../table/writes.ts';

export function dynamoMails(table: Table, clock: Clock): Mails {
  const isKept = ({ sentAt }: KeptMail) =>
    Date.parse(sentAt) + MAILS_KEPT_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest) {
      const { pk } = key.mail(userId, '', '');
      const list = { pk, newestFirst: true };
      return whileHolds(isKept, await queryPage(table, list, pageRequest, withoutKeys<KeptMail>));
    },

    async all(userId) {
      const { pk } = key.mail(userId, '', '');
      return (await queryAll(table, pk, '', withoutKeys<KeptMail>)).filter(isKept);
    },
  };
}

export function mailWrites(table: Table, mail: KeptMail | undefined): NamedWrite[] {
  if (!mail) return [];
  const { userId, sentAt, id } = mail;
  const kept = table.sandbox ? mail : { ...mail, text: null, html: null };
  const expiresAt = ttl(new Date(sentAt), MAILS_KEPT_SECONDS);
  return [
    ['mail', put(table, { ...key.mail(userId, sentAt, id), ...kept, expiresAt })],
    ...activityWrites(table, ofMail(mail)),
  ];
}
