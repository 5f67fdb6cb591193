/** Receiver of webhooks, and partners with webhooks. */
import { Webhook } from 'standardwebhooks';
import { type FakeResponse, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { createPartner } from './partners.ts';
import { assertSuccess, type Market, type Person } from './start-market.ts';
import type { Service } from './start-service.ts';

export interface ReceivedEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly id: string;
    readonly type: string;
    readonly testimonyId: string | null;
    readonly userId: string | null;
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

/** Creates a partner, and a webhook if a URL is given. The challenge is delivered to a receiver on this machine. */
export async function createWebhookPartner(
  { service, updateAccount }: Pick<Market, 'service' | 'updateAccount'>,
  url?: string,
  types: readonly string[] = ['testimony.created'],
) {
  const { id, name, key: token } = await createPartner(service);
  const partner = {
    id,
    token,
    get: (path: string) => service.get(path, { token }),
    post: (path: string) => service.post(path, undefined, { token }),
    setWebhook: (webhook: object | null) => service.put('/partner', { webhook }, { token }),
    readWebhook: async () => assertSuccess(await service.get('/partner', { token })).webhook,
    /** Makes a person a user of the partner. */
    add: (person: Person) => updateAccount(person, { partner: { id, name } }),
    /** Lists the deliveries that are due at the webhook of the partner. */
    async listDue() {
      const due = await service.deps.webhookDeliveries.listDue();
      return due.filter(({ partnerId }) => partnerId === id);
    },
    /** Delivers the events that are due at the webhook of the partner, for example its challenge. */
    deliverEvents: async () => void (await service.streamDeliveries(await partner.listDue())),
  };
  const set = url === undefined ? undefined : assertSuccess(await partner.setWebhook({ url, types })).webhook;
  if (url?.startsWith('http:')) await partner.deliverEvents();
  return { ...partner, secret: String(set?.secret) };
}

/** Creates a partner with a webhook, whose user is the given person. */
export async function createWebhookFor(
  market: Market,
  person: Person,
  url: string,
  types?: readonly string[],
) {
  const partner = await createWebhookPartner(market, url, types);
  await partner.add(person);
  return partner;
}

/** Delivers all events that are due, like the function that reads the stream. */
export async function deliverEvents(service: Service): Promise<void> {
  await service.streamDeliveries(await service.deps.webhookDeliveries.listDue());
}
