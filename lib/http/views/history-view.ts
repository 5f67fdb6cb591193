/** API views of a user's sent mails and activity events. */
import type { ActivityEvent } from '../../domain/model/activity.ts';
import type { MailRecord } from '../../domain/model/mail-record.ts';
import type { ResponseData } from '../response/success-response.ts';

export function mailView({
  id,
  to,
  subject,
  text,
  html,
  sentAt,
  state,
}: MailRecord): ResponseData<'SentMail'> {
  return { id, to, subject, text, html, sentAt, state };
}

export function activityView({
  id,
  type,
  at,
  requestId,
  about,
}: ActivityEvent): ResponseData<'ActivityEvent'> {
  return { id, type, at, requestId, about: { kind: about.kind, id: about.id } };
}
