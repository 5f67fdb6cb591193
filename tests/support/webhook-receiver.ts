/** Receiver of webhooks, and requests to the routes of webhook endpoints. */
import { Webhook } from 'standardwebhooks';
import { PASSWORD } from './builders.ts';
import { type FakeResponse, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { assertSuccess, type Person } from './start-market.ts';
import type { Service } from './start-service.ts';

export interface CreatedEndpoint {
  readonly id: string;
  readonly secret: string;
}

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
 * Starts a receiver of webhooks that answers challenges. Challenges are not among its recorded calls.
 * @param respond by default, the receiver accepts every event
 */
export async function startReceiver(
  respond: (call: ReceivedRequest, count: number) => FakeResponse | Promise<FakeResponse> = () => ({
    status: 204,
  }),
) {
  const calls: ReceivedRequest[] = [];
  const { url } = await startFakeServer(call => {
    const challenge = readChallenge(call);
    return challenge ? { status: 200, body: challenge } : respond(call, calls.push(call));
  });
  return {
    url: `${url}/webhooks`,
    calls,
    listEvents: (): ReceivedEvent[] => calls.map(({ body }) => JSON.parse(body.toString())),
  };
}

/** Returns the text of a challenge; undefined for all other events. */
export const readChallenge = ({ body }: Pick<ReceivedRequest, 'body'>): string | undefined =>
  JSON.parse(body.toString()).data.challenge;

/** Verifies a webhook with the package that partners use. @throws WebhookVerificationError */
export function verifyWebhook({ body, headers }: ReceivedRequest, secret: string): unknown {
  return new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
}

/** Creates a webhook endpoint and delivers its challenge to a receiver on this machine, which confirms it. */
export async function createWebhookEndpoint(
  { post, deliverEventsTo }: Pick<Person, 'post' | 'deliverEventsTo'>,
  url: string,
  types: readonly string[] = ['testimony.created'],
): Promise<CreatedEndpoint> {
  const body = { url, types, currentPassword: PASSWORD };
  const endpoint = assertSuccess(await post('/webhook-endpoints', body));
  if (new URL(url).protocol === 'http:') await deliverEventsTo(endpoint.id);
  return endpoint;
}

/** Delivers all events that are due, like the function that reads the stream. */
export async function deliverEvents(service: Service): Promise<void> {
  await service.streamDeliveries(await service.deps.webhookDeliveries.listDue());
}
