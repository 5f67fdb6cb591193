/** Receiver of webhooks, and requests to the routes of webhook endpoints. */
import { Webhook } from 'standardwebhooks';
import { type FakeResponse, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { assertSuccess, type Person } from './start-market.ts';
import type { Service } from './start-service.ts';

export interface CreatedEndpoint {
  readonly id: string;
  readonly secret: string;
}

/** Event as a receiver gets it. */
export interface ReceivedEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly id: string;
    readonly type: string;
    readonly testimonyId: string | null;
    readonly about: { readonly kind: string; readonly id: string };
  };
}

/**
 * Starts a receiver of webhooks.
 * @param respond by default the receiver accepts every event
 */
export async function startReceiver(
  respond: (call: ReceivedRequest, count: number) => FakeResponse | Promise<FakeResponse> = () => ({
    status: 204,
  }),
) {
  const { url, calls } = await startFakeServer(respond);
  return {
    url: `${url}/webhooks`,
    calls,
    listEvents: (): ReceivedEvent[] => calls.map(({ body }) => JSON.parse(body.toString())),
  };
}

/** Verifies a webhook with the package that partners use. @throws WebhookVerificationError */
export function verifyWebhook({ body, headers }: ReceivedRequest, secret: string): unknown {
  return new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
}

export async function createWebhookEndpoint(
  { post }: Pick<Person, 'post'>,
  url: string,
  types: readonly string[] = ['testimony.created'],
): Promise<CreatedEndpoint> {
  return assertSuccess(await post('/webhook-endpoints', { url, types }));
}

/** Delivers all events that are due, as the stream does at once. */
export async function deliverEvents(service: Service): Promise<void> {
  await service.streamDeliveries(await service.deps.webhookDeliveries.listDue());
}
