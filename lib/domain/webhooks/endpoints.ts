/** Changes of a partner's webhook (infra/docs/api/webhooks.md#webhook). */
import { DomainError, FieldError } from '../errors.ts';
import type { ActivityType } from '../model/activity/activity-types.ts';
import type { Change, Decision } from '../model/change.ts';
import { FORMER_SECRET_MS, type PartnerWebhook, type WebhookEndpoint } from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { sendToEndpoint } from './endpoint-events.ts';

export type WebhookChangeDependencies = Pick<
  Dependencies,
  'clock' | 'random' | 'webhooks' | 'webhookSecrets' | 'webhookSender'
>;

export interface WebhookSettings {
  readonly url: string;
  readonly types: readonly ActivityType[];
}

/** A webhook after a change. The secret is set if it is new; no later response contains it. */
export interface ChangedWebhook {
  readonly endpoint: WebhookEndpoint | null;
  readonly secret?: string;
}

/**
 * Sets, changes or removes the webhook of a partner. A challenge is sent to a new URL, and to one that was disabled.
 * Deliveries to a removed webhook that wait for an attempt are dropped.
 * @param settings null removes the webhook, undefined keeps it
 * @throws FieldError on `webhook.url` when the stage does not deliver to this URL
 */
export async function decideWebhookChange(
  partnerId: string,
  settings: WebhookSettings | null | undefined,
  deps: WebhookChangeDependencies,
): Promise<Decision<ChangedWebhook>> {
  const before = await deps.webhooks.find(partnerId);
  const { endpoint: current } = before;
  if (settings === undefined) return { result: { endpoint: current }, changes: [] };
  if (settings === null) return { result: { endpoint: null }, changes: removeWebhook(before) };
  if (!deps.webhookSender.isAllowed(settings.url)) throw new FieldError({ 'webhook.url': ['webhook-url'] });
  const isUrlKept = current?.url === settings.url && current.disabledAt === null;
  const hasSameTypes = current?.types.toSorted().join() === settings.types.toSorted().join();
  if (isUrlKept && hasSameTypes) return { result: { endpoint: current }, changes: [] };
  const { kept, secret } = current ? { kept: current } : await createEndpoint(deps);
  const newChallenge = isUrlKept ? undefined : { text: deps.random.secret(), eventId: deps.random.uuid() };
  const challenge = newChallenge ?? current?.challenge ?? null;
  const endpoint = { ...kept, ...settings, challenge, disabledAt: null, failingSince: null };
  const sent = newChallenge && ({ id: newChallenge.eventId, type: 'webhook.challenge' } as const);
  return {
    result: { endpoint, ...(secret && { secret }) },
    changes: [
      storeEndpoint(before, endpoint),
      ...(sent ? sendToEndpoint(partnerId, endpoint, sent, deps) : []),
    ],
  };
}

export const removeWebhook = (before: PartnerWebhook): Change[] =>
  before.endpoint ? [storeEndpoint(before, null)] : [];

/** Replaces the secret of a webhook. For a day, deliveries are also signed with the former secret. */
export async function replaceSecret(
  before: PartnerWebhook,
  { clock, webhookSecrets }: Pick<WebhookChangeDependencies, 'clock' | 'webhookSecrets'>,
): Promise<Decision<Required<ChangedWebhook>>> {
  if (!before.endpoint) throw new DomainError('not-found');
  const { secret, sealed } = await webhookSecrets.create(before.endpoint.id);
  const validUntil = new Date(clock.now().getTime() + FORMER_SECRET_MS).toISOString();
  const former = before.endpoint.secrets.filter(one => one.validUntil === null);
  const secrets = [{ sealed, validUntil: null }, ...former.map(one => ({ ...one, validUntil }))];
  const endpoint = { ...before.endpoint, secrets };
  return { result: { endpoint, secret }, changes: [storeEndpoint(before, endpoint)] };
}

async function createEndpoint({ clock, random, webhookSecrets }: WebhookChangeDependencies) {
  const id = random.uuid();
  const { secret, sealed } = await webhookSecrets.create(id);
  const createdAt = clock.now().toISOString();
  return { kept: { id, secrets: [{ sealed, validUntil: null }], createdAt }, secret };
}

const storeEndpoint = (before: PartnerWebhook, endpoint: WebhookEndpoint | null): Change => ({
  kind: 'webhook-changed',
  before,
  endpoint,
});
