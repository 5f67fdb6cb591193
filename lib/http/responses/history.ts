/** Schemas of a user's sent mails and activity events. */
import * as v from 'valibot';
import { ACTIVITY_TYPES } from '../../domain/model/activity.ts';
import { Id, MaybeText, Moment, Text } from './values.ts';

/** A mail of the last 30 days; `text` and `html` are null outside the sandbox. */
export const KeptMail = v.strictObject({
  id: Id,
  to: Text,
  subject: Text,
  text: MaybeText,
  html: MaybeText,
  sentAt: Moment,
  state: v.picklist(['sent', 'held', 'refused']),
});

/** An event in a user's activity. `requestId` is the `X-Request-Id` of the request, or the id of the job's run. */
export const ActivityEvent = v.strictObject({
  id: Id,
  type: v.picklist(ACTIVITY_TYPES),
  at: Moment,
  requestId: MaybeText,
  about: v.strictObject({ kind: v.picklist(['account', 'testimony', 'offer', 'mail']), id: Id }),
});
