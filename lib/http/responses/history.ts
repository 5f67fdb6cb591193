/** What was mailed to somebody, and what happened to them (infra/docs/api/conventions.md). */
import * as v from 'valibot';
import { ACTIVITY_TYPES } from '../../domain/model/activity.ts';
import { Id, MaybeText, Moment, Text } from './values.ts';

/** Of the last 30 days; text and html only in the sandbox. */
export const KeptMail = v.strictObject({
  id: Id,
  to: Text,
  subject: Text,
  text: MaybeText,
  html: MaybeText,
  sentAt: Moment,
  state: v.picklist(['sent', 'held', 'refused']),
});

/** Contract §3. `requestId` is the one in `X-Request-Id`, or that of the job's run. */
export const ActivityEvent = v.strictObject({
  id: Id,
  type: v.picklist(ACTIVITY_TYPES),
  at: Moment,
  requestId: MaybeText,
  about: v.strictObject({ kind: v.picklist(['account', 'testimony', 'offer', 'mail']), id: Id }),
});
