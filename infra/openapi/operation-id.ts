/** Operation ids, which client generators use as method names. */

/** Nouns added to a function name that is only a verb: `offers-create` becomes `createOffer`. */
const RESOURCE_NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  docs: ['docs', 'docs'],
  me: ['me', 'me'],
  offers: ['offer', 'offers'],
  testimonies: ['testimony', 'testimonies'],
  uploads: ['upload', 'uploads'],
  webhooks: ['event', 'events'],
};

/** Operation ids of functions whose folder has a name of two words. */
const WEBHOOK_ENDPOINT_IDS: Readonly<Record<string, string>> = {
  'webhook-endpoints-create': 'createWebhookEndpoint',
  'webhook-endpoints-list': 'listWebhookEndpoints',
  'webhook-endpoints-show': 'showWebhookEndpoint',
  'webhook-endpoints-update': 'updateWebhookEndpoint',
  'webhook-endpoints-delete': 'deleteWebhookEndpoint',
  'webhook-endpoints-rotate-secret': 'rotateWebhookSecret',
  'webhook-endpoints-send-test': 'sendTestEvent',
  'webhook-endpoints-list-deliveries': 'listWebhookDeliveries',
  'webhook-endpoints-resend': 'resendWebhookDelivery',
};

/**
 * Derives the operation id from a function name: `me-show` becomes `showMe`, `auth-login` becomes `login`.
 * @param name the function's name in `infra/functions`
 */
export function createOperationId(name: string): string {
  const webhookId = WEBHOOK_ENDPOINT_IDS[name];
  if (webhookId) return webhookId;
  const [folder = '', verb = '', ...rest] = name.split('-');
  if (folder === 'operator') return toCamelCase([folder, verb, ...rest]);
  const [one, many] = RESOURCE_NOUNS[folder] ?? [];
  const isVerbOnly = rest.length === 0;
  const object = isVerbOnly && one && many ? [verb === 'list' ? many : one] : [];
  return toCamelCase([verb || folder, ...object, ...rest]);
}

const toCamelCase = ([first = '', ...others]: readonly string[]) =>
  first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
