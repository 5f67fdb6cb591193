/** What was mailed to somebody, and what happened to them, as they see it. */
import type * as v from 'valibot';
import type { ActivityEvent } from '../domain/model/activity.ts';
import type { KeptMail } from '../domain/model/kept-mail.ts';
import type * as answer from './answers/history.ts';

export function mailView({
  id,
  to,
  subject,
  text,
  html,
  sentAt,
  state,
}: KeptMail): v.InferOutput<typeof answer.KeptMail> {
  return { id, to, subject, text, html, sentAt, state };
}

export function activityView({
  id,
  type,
  at,
  requestId,
  about,
}: ActivityEvent): v.InferOutput<typeof answer.ActivityEvent> {
  return { id, type, at, requestId, about: { kind: about.kind, id: about.id } };
}
