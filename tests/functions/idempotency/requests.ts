/** One request of each route that takes an `Idempotency-Key` (infra/docs/api/conventions.md), which can be sent again. */
import { randomUUID } from 'node:crypto';
import { clientBody, expertFields, toFormData } from '../../support/builders.ts';
import type { Market } from '../../support/market.ts';
import { withIdempotencyKey } from '../../support/requests.ts';
import type { Reply } from '../../support/service.ts';
import { documentBody, offerBody, testimonyBody } from '../../support/testimony-builders.ts';

/** Sends it, under a key if there is one. A form is encoded anew, with another boundary. */
export type Send = (key?: string) => Promise<Reply>;

export interface Request {
  readonly send: Send;
  /** Sends another one to the same place under the key. */
  readonly sendOther: Send;
}

export const randomKey = () => randomUUID();

type Body = object | FormData;

function requestTo({ service }: Market, path: string, body: () => Body, other: () => Body, token?: string) {
  const sending =
    (made: () => Body): Send =>
    key =>
      service.post(path, made(), {
        ...(token && { token }),
        ...(key !== undefined && withIdempotencyKey(key)),
      });
  return { send: sending(body), sendOther: sending(other) };
}

const REQUESTS: Readonly<Record<string, (market: Market) => Promise<Request>>> = {
  async 'register-expert'(market) {
    const fields = expertFields();
    const other = { ...fields, firstName: 'Eva' };
    return requestTo(
      market,
      '/auth/register/expert',
      () => toFormData(fields),
      () => toFormData(other),
    );
  },

  async 'register-client'(market) {
    const fields = clientBody();
    return requestTo(
      market,
      '/auth/register/client',
      () => fields,
      () => ({ ...fields, firstName: 'Eva' }),
    );
  },

  async order(market) {
    const { token } = await market.client();
    return requestTo(
      market,
      '/testimonies',
      testimonyBody,
      () => testimonyBody({ purpose: 'auction' }),
      token,
    );
  },

  async offer(market) {
    const [client, { token }] = await Promise.all([market.client(), market.expert()]);
    const path = `/testimonies/${(await client.orders()).id}/offers`;
    return requestTo(market, path, offerBody, () => offerBody({ price: 300 }), token);
  },

  async complete(market) {
    const { expert, testimony } = await market.assigned();
    const path = `/testimonies/${testimony.id}/complete`;
    return requestTo(market, path, documentBody, () => documentBody('%PDF-1.7\nother'), expert.token);
  },

  async cancel(market) {
    const { client, testimony } = await market.offered();
    const path = `/testimonies/${testimony.id}/cancel`;
    return requestTo(
      market,
      path,
      () => ({ reason: 'x' }),
      () => ({ reason: 'y' }),
      client.token,
    );
  },
};

export const NAMES = Object.keys(REQUESTS);

export async function createIdempotentRequest(name: string, market: Market): Promise<Request> {
  const make = REQUESTS[name];
  if (!make) throw new Error(`there is no request ${name}`);
  return make(market);
}

/** What of an answer is the same each time. */
export const responseOf = ({ status, body }: Reply) => ({ status, body });

export const REPLAYED = 'idempotency-replayed';
