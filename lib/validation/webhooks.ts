/** Schemas for webhooks and for filters of events (infra/docs/api/webhooks.md). */
import * as v from 'valibot';
import { ACTIVITY_TYPES, SUBSCRIBABLE_TYPES } from '../domain/model/activity/activity-types.ts';
import { createChoiceSchema } from './choices.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema } from './texts.ts';
import { createObjectSchema, TOO_MANY_ENTRIES } from './validate.ts';

const MAX_URL_LENGTH = 2048;

/**
 * URL of a webhook, serialized according to the WHATWG URL standard. Whether the service delivers to its host depends
 * on the stage, so the domain checks it.
 */
const WebhookUrl = createCanonicalTextSchema(text => {
  if (text.length > MAX_URL_LENGTH || text.includes('\ufffd') || !URL.canParse(text)) return undefined;
  const { protocol, username, password, hash, href } = new URL(text);
  const isPlain = !username && !password && !hash && href.length <= MAX_URL_LENGTH;
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? href : undefined;
}, slovakMessages.webhookUrl);

export const WebhookEventType = createChoiceSchema(SUBSCRIBABLE_TYPES);

/** Types of events that a webhook receives: at least one, without duplicates. */
const EventTypes = v.pipe(
  v.array(WebhookEventType, ({ input }) =>
    input === TOO_MANY_ENTRIES ? slovakMessages.eventTypes : slovakMessages.shape,
  ),
  v.minLength(1, slovakMessages.eventTypes),
  v.maxLength(SUBSCRIBABLE_TYPES.length, slovakMessages.eventTypes),
  v.check(types => new Set(types).size === types.length, slovakMessages.eventTypes),
);

/** The webhook that a partner sets. */
export const WebhookSettings = createObjectSchema({ url: WebhookUrl, types: EventTypes });

export const EventTypeFilter = createChoiceSchema(ACTIVITY_TYPES);

/** Id of an event. Because ids sort by time, it is also a position in the list of events. */
export const EventId = v.pipe(
  v.string(slovakMessages.eventId),
  v.uuid(slovakMessages.eventId),
  v.toLowerCase(),
);
