/**
 * Routes under `/_test` for tests. They need no API key. Every body is a JSON object.
 *
 * - `POST accounts/{id}` with any of `charges_enabled`, `payouts_enabled`, `details_submitted`, `capabilities` changes
 *   the account and sends `account.updated`, as when Stripe finds a problem with a verified account.
 * - `POST refunds` `{begins?, ends?, afterSeconds?}` sets how new refunds proceed. With `afterSeconds: null`, refunds
 *   keep their first status until a test calls `POST refunds/{id}` `{status}` with `succeeded`, `failed` or `canceled`.
 * - `POST disputes` `{charge | payment_intent, amount?, inquiry?}` opens a dispute or, with `inquiry`, an inquiry. An
 *   inquiry takes no money.
 * - `POST disputes/{id}` `{status, reinstated?}` changes a dispute to `won` or `lost`. It closes an inquiry with
 *   `warning_closed`, and turns an inquiry into a dispute with `needs_response`. `reinstated` is the part of a lost
 *   dispute, in cents, that is returned.
 * - `POST payouts` `{account?, amount?, status?}` pays out the balance of a connected account or of the platform. With
 *   the status `failed`, the money returns and `payout.failed` is sent.
 * - `POST topups` `{amount}` adds the platform's own money to the available balance.
 * - `POST faults` `{fault, operation?, count?}` makes the next requests for an operation such as `POST /v1/refunds`
 *   fail: `rate-limit` and `lock-timeout` with status 429 before the operation, `error` with status 500 before it,
 *   `error-after` with status 500 after it. Without `fault`, all planned faults end.
 * - `POST clock` `{advanceSeconds}` advances the clock and runs the tasks that are due.
 * - `GET objects` returns all objects as text `{json}`, with the members that responses hide.
 * - `POST objects` `{objects}` adds copies of objects as they are, without events.
 * - `GET ledger?charge=…&payment_intent=…&transfer_group=…` lists the movements of money that match all given values,
 *   oldest first. The fee of a movement is not part of its amount.
 */
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { createRouteTable } from '../route-table.ts';
import { type ControlHandlers, MONEY_CONTROLS } from './money-controls.ts';
import { updateVerification } from './resources/accounts.ts';
import { errorResponse, type HttpResponse, jsonResponse, StripeError } from './responses.ts';
import type { StripeEmulator } from './types.ts';

const CONTROL_HANDLERS: ControlHandlers = {
  ...MONEY_CONTROLS,
  'POST /_test/accounts/{id}': ({ provider, id, body }) =>
    updateVerification(provider, provider.store.get('account', id), body),
  'POST /_test/faults'({ provider: { controls }, body: { fault, operation, count = 1 } }) {
    controls.faults = fault ? [...controls.faults, { fault, operation, count }] : [];
    return controls.faults;
  },
  'POST /_test/clock'({ provider, body }) {
    provider.controls.clockAheadSeconds += body.advanceSeconds;
    provider.runDueTasks();
    return { now: provider.now() };
  },
  'GET /_test/objects': ({ provider }) => ({ json: JSON.stringify(provider.store.listAll()) }),
  'POST /_test/objects': ({ provider, body }) => body.objects.map(provider.store.save),
};

const findControl = createRouteTable(Object.keys(CONTROL_HANDLERS));

/** Responds to a request under `/_test`, after all pending deliveries of events. */
export async function handleTestControl(
  request: IncomingMessage,
  { pathname, searchParams: query }: URL,
  provider: StripeEmulator,
): Promise<HttpResponse> {
  const control = findControl(request.method ?? '', pathname);
  const run = CONTROL_HANDLERS[control?.routeKey ?? ''];
  const body = Object((await json(request).catch(() => undefined)) ?? {});
  try {
    if (!run) throw new StripeError(404, `Not found: ${request.method} ${pathname}.`);
    const result = await run({ provider, id: control?.params.id ?? '', body, query });
    await provider.webhooks.waitForDeliveries();
    return jsonResponse(200, result);
  } catch (error) {
    return errorResponse(error);
  }
}
