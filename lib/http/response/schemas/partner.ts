/** Schemas of partners (infra/docs/api/partners.md). */
import * as v from 'valibot';
import { Id, Link, Text, Timestamp } from './values.ts';
import { Webhook, WebhookState } from './webhook.ts';

const SETTINGS = { id: Id, name: Text, frontendUrl: Link };

/** A partner as it sees itself. `users` is the number of its users, without closed accounts. */
export const Partner = v.strictObject({
  ...SETTINGS,
  email: Text,
  createdAt: Timestamp,
  users: v.pipe(v.number(), v.integer()),
  webhook: v.nullable(Webhook),
});

/** A partner with its new key, which no other response contains. */
export const NewPartner = v.strictObject({ ...SETTINGS, key: Text, webhook: v.null() });

export const PartnerKey = v.strictObject({ key: Text });

/** A partner as operators see it. `disabledAt` is null while it is enabled, `webhookState` while it has no webhook. */
export const ListedPartner = v.strictObject({
  ...SETTINGS,
  email: Text,
  createdAt: Timestamp,
  disabledAt: v.nullable(Timestamp),
  webhookState: v.nullable(WebhookState),
});
