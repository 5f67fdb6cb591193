/**
 * What tests may do to the stand-in, under `/_test`, without a key; every body is a JSON object.
 *
 * - `POST accounts/{id}` any of `charges_enabled`, `payouts_enabled`, `details_submitted`: changes the
 *   account and sends its `account.updated`, as when Stripe finds a verified account wanting
 * - `POST webhooks` `{delaySeconds?, copies?, shuffle?, lose?}`: how events come from now on; `{}` as usual
 * - `POST refunds` `{begins?, ends?, afterSeconds?}`: how refunds made from now on go; `afterSeconds: null`
 *   leaves them as they began until `POST refunds/{id}` `{status}`
 * - `POST answers` `{delaySeconds?, failures?}`: the API answers late; so many next calls fail with a 500
 * - `POST clock` `{advanceSeconds}`: time passes, and what was due happens
 * - `POST events/{id}` sends an event once more
 * - `GET events`, `GET ledger?charge=…&payment_intent=…&transfer_group=…` (any of them): all there were
 */
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { changeAccount, VERIFIED } from './accounts.ts';
import { existing, StripeError } from './call.ts';
import type { ApiAnswer } from './idempotency.ts';
import { ledgerOf } from './ledger.ts';
import { passTime } from './plans.ts';
import { type Provider, usualControls } from './provider.ts';
import { settleRefund } from './refunds.ts';

interface Wish {
  readonly provider: Provider;
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test's own JSON
  readonly body: any;
  readonly query: URLSearchParams;
}

const CONTROLS: Readonly<Record<string, (wish: Wish) => object | Promise<object>>> = {
  'POST accounts/{id}'({ provider, id, body }) {
    const account = existing(provider.store.find('account', id), 'account', id);
    const change = Object.entries(body).filter(
      ([name, value]) => Object.hasOwn(VERIFIED, name) && typeof value === 'boolean',
    );
    return changeAccount(provider, account, Object.fromEntries(change));
  },
  'POST webhooks'({ provider, body }) {
    provider.webhooks.befall(body);
    return body;
  },
  'POST refunds'({ provider: { controls }, body }) {
    controls.refunds = { ...usualControls().refunds, ...body };
    return controls.refunds;
  },
  async 'POST refunds/{id}'({ provider, id, body }) {
    await settleRefund(provider, existing(provider.store.find('refund', id), 'refund', id), body.status);
    return existing(provider.store.find('refund', id), 'refund', id);
  },
  'POST answers'({ provider: { controls }, body: { delaySeconds = 0, failures = 0 } }) {
    return Object.assign(controls, { answerDelaySeconds: delaySeconds, failures });
  },
  async 'POST clock'({ provider, body }) {
    provider.controls.clockAheadSeconds += body.advanceSeconds;
    await passTime(provider);
    return { now: provider.now() };
  },
  async 'POST events/{id}'({ provider, id }) {
    const event = existing(provider.store.find('event', id), 'event', id);
    await provider.webhooks.repeat(event);
    return event;
  },
  'GET events': ({ provider }) => ({ data: provider.store.list('event').reverse() }),
  'GET ledger': ({ provider, query }) => ({ data: ledgerOf(provider, query) }),
};

export async function answerTest(request: IncomingMessage, provider: Provider): Promise<ApiAnswer> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', provider.url);
  const [, subject, id = ''] = /^\/_test\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const run = CONTROLS[`${request.method} ${subject}${id && '/{id}'}`];
  const body = Object((await json(request).catch(() => undefined)) ?? {});
  try {
    if (!run) throw new StripeError(404, `There is no ${request.method} ${pathname}.`);
    const answer = await run({ provider, id, body, query });
    await provider.webhooks.settled();
    return { status: 200, body: answer };
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: error.body };
    throw error;
  }
}
