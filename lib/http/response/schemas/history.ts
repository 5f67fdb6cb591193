/** Schemas of a user's sent mails and activity events. */
import * as v from 'valibot';
import { ACTIVITY_TYPES } from '../../../domain/model/activity-types.ts';
import { Id, NullableId, NullableText, Text, Timestamp } from './values.ts';

export const SentMailState = v.picklist(['sent', 'held', 'withheld', 'refused']);

/** A mail of the last 30 days. `text` and `html` are null outside the sandbox. */
export const SentMail = v.strictObject({
  id: Id,
  to: Text,
  subject: Text,
  text: NullableText,
  html: NullableText,
  sentAt: Timestamp,
  state: SentMailState,
});

export const ActivityType = v.picklist(ACTIVITY_TYPES);
export const ActivitySubject = v.picklist(['account', 'testimony', 'offer', 'mail', 'partner']);

/**
 * An event of a user. `requestId` is the `X-Request-Id` of the request, or the id of the job's run. `about` is the
 * resource that the event concerns, and `testimonyId` the testimony that it belongs to, if there is one.
 */
export const ActivityEvent = v.strictObject({
  id: Id,
  type: ActivityType,
  at: Timestamp,
  requestId: NullableText,
  about: v.strictObject({ kind: ActivitySubject, id: Id }),
  testimonyId: NullableId,
});

/** An event of one of a partner's users. */
export const PartnerEvent = v.strictObject({ ...ActivityEvent.entries, userId: Id });
