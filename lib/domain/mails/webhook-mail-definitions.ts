/** Definitions of the mails about webhook endpoints. */
import type { MailType, ToOwnAddress } from '../model/mail.ts';
import type { MailDefinitions } from './mail-definition.ts';

declare module '../model/mail.ts' {
  interface MailTypes {
    'webhook-changed': MailType<WebhookChange, ToOwnAddress & WebhookChange>;
    'webhook-disabled': MailType<
      { readonly endpointId: string; readonly disabledAt: string },
      { readonly endpointId: string }
    >;
  }
}

/** A change that the owner of a webhook endpoint has made. */
interface WebhookChange {
  readonly endpointId: string;
  readonly change: 'created' | 'changed' | 'secret-rotated';
}

export const webhookMailDefinitions = {
  'webhook-changed': {
    limitClass: 'security',
    loadFacts: async (_, { endpointId, change }) => ({ endpointId, change }),
  },
  'webhook-disabled': {
    limitClass: 'other',
    loadFacts: async ({ id }, { endpointId }, { webhooks }) => {
      const { endpoints } = await webhooks.findEndpoints(id);
      const disabledAt = endpoints.find(endpoint => endpoint.id === endpointId)?.disabledAt;
      return disabledAt ? { endpointId, disabledAt } : undefined;
    },
  },
} satisfies Partial<MailDefinitions>;
