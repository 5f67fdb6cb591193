/**
 * Routes under `/_test` for tests. They need no API key. Every body is a JSON object.
 *
 * - `POST accounts/{id}` with any of `charges_enabled`, `payouts_enabled`, `details_submitted` changes the account and
 *   sends `account.updated`, as when Stripe finds a problem with a verified account.
 * - `POST webhooks` `{delaySeconds?, copies?, shuffle?, lose?}` injects faults into the delivery of events; `{}`
 *   restores normal delivery.
 * - `POST refunds` `{begins?, ends?, afterSeconds?}` sets how new refunds proceed. With `afterSeconds: null`, refunds
 *   keep their first status until a test calls `POST refunds/{id}` `{status}`.
 * - `POST answers` `{delaySeconds?, failures?}` delays responses. The next `failures` POST requests fail with status
 *   500.
 * - `POST clock` `{advanceSeconds}` advances the clock and runs the tasks that are due.
 * - `POST events/{id}` sends an event again.
 * - `GET events` lists all events, oldest first.
 * - `GET ledger?charge=…&payment_intent=…&transfer_group=…` lists the movements of money that match all given values,
 *   oldest first.
 */
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { updateVerification, VERIFIED } from './resources/accounts.ts';
import { settleRefund } from './resources/refunds.ts';
import { errorResponse, type HttpResponse, jsonResponse, StripeError } from './responses.ts';
import type { StripeEmulator } from './types.ts';

interface ControlRequest {
  readonly provider: StripeEmulator;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of a test
  readonly body: any;
  readonly query: URLSearchParams;
}

const CONTROL_HANDLERS: Readonly<Record<string, (request: ControlRequest) => object | Promise<object>>> = {
  'POST accounts/{id}'({ provider, id, body }) {
    const change = Object.entries(body).filter(
      ([name, value]) => Object.hasOwn(VERIFIED, name) && typeof value === 'boolean',
    );
    return updateVerification(provider, provider.store.get('account', id), Object.fromEntries(change));
  },
  'POST webhooks'({ provider, body }) {
    provider.webhooks.injectFaults(body);
    return body;
  },
  'POST refunds'({ provider: { controls }, body }) {
    controls.refunds = { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0, ...body };
    return controls.refunds;
  },
  async 'POST refunds/{id}'({ provider, id, body }) {
    await settleRefund(provider, provider.store.get('refund', id), body.status);
    return provider.store.get('refund', id);
  },
  'POST answers'({ provider: { controls }, body: { delaySeconds = 0, failures = 0 } }) {
    return Object.assign(controls, { responseDelaySeconds: delaySeconds, failures });
  },
  async 'POST clock'({ provider, body }) {
    provider.controls.clockAheadSeconds += body.advanceSeconds;
    await provider.runDueTasks();
    return { now: provider.now() };
  },
  async 'POST events/{id}'({ provider, id }) {
    const event = provider.store.get('event', id);
    await provider.webhooks.resend(event);
    return event;
  },
  'GET events': ({ provider }) => ({ data: provider.store.list('event').reverse() }),
  'GET ledger': ({ provider, query }) => ({ data: readLedger(provider, query) }),
};

function readLedger({ store }: StripeEmulator, filters: URLSearchParams): object[] {
  const transactions = store
    .list('balance_transaction')
    .reverse()
    .map(({ id, amount, created, reporting_category: kind, source, hidden }) => ({
      ...{ id, kind, amount, created, source },
      ...hidden,
    }));
  return transactions.filter(line =>
    [...filters].every(([name, value]) => line[name as keyof typeof line] === value),
  );
}

/** Responds to a request under `/_test`, after all pending deliveries of events. */
export async function handleTestControl(
  request: IncomingMessage,
  { pathname, searchParams: query }: URL,
  provider: StripeEmulator,
): Promise<HttpResponse> {
  const [, subject, id = ''] = /^\/_test\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const run = CONTROL_HANDLERS[`${request.method} ${subject}${id && '/{id}'}`];
  const body = Object((await json(request).catch(() => undefined)) ?? {});
  try {
    if (!run) throw new StripeError(404, `Not found: ${request.method} ${pathname}.`);
    const result = await run({ provider, id, body, query });
    await provider.webhooks.waitForDeliveries();
    return jsonResponse(200, result);
  } catch (error) {
    return errorResponse(error);
  }
}
