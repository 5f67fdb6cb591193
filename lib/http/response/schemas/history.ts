/** Schemas of a user's sent mails and activity events. */
import * as v from 'valibot';
import { ACTIVITY_RESOURCES } from '../../../domain/model/activity/activity.ts';
import { ACTIVITY_TYPES } from '../../../domain/model/activity/activity-types.ts';
import { MAIL_STATES } from '../../../domain/model/mails/mail-record.ts';
import { Id, NullableId, NullableText, Text, Timestamp } from './values.ts';

export const SentMailState = v.picklist(MAIL_STATES);

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
export const ActivitySubject = v.picklist(ACTIVITY_RESOURCES);

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
