/** What was mailed to somebody, as they see it. */
import type * as v from 'valibot';
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
