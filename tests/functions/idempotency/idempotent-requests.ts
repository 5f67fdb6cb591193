/** Repeatable requests, one for each route that accepts an `Idempotency-Key` (infra/docs/api/conventions.md). */
import { randomUUID } from 'node:crypto';
import { clientBody, expertFields, toFormData } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import type { Market } from '../../support/start-market.ts';
import type { ServiceResponse } from '../../support/start-service.ts';
import { documentBody, offerBody, testimonyBody } from '../../support/testimony-builders.ts';

/**
 * Sends the request, with an `Idempotency-Key` if one is given. Each call encodes a multipart body with a new boundary.
 */
export type SendRequest = (key?: string) => Promise<ServiceResponse>;

export interface RepeatableRequest {
  readonly send: SendRequest;
  /** Sends a different request to the same path with the given `Idempotency-Key`. */
  readonly sendOther: SendRequest;
}

export const randomKey = () => randomUUID();

type Body = object | FormData;

function createRepeatableRequest(
  { service }: Market,
  path: string,
  body: () => Body,
  other: () => Body,
  token?: string,
) {
  const createSender =
    (buildBody: () => Body): SendRequest =>
    key =>
      service.post(path, buildBody(), {
        ...(token && { token }),
        ...(key !== undefined && withIdempotencyKey(key)),
      });
  return { send: createSender(body), sendOther: createSender(other) };
}

const REQUESTS: Readonly<Record<string, (market: Market) => Promise<RepeatableRequest>>> = {
  async 'register-expert'(market) {
    const fields = expertFields();
    const other = { ...fields, firstName: 'Eva' };
    return createRepeatableRequest(
      market,
      '/auth/register/expert',
      () => toFormData(fields),
      () => toFormData(other),
    );
  },

  async 'register-client'(market) {
    const fields = clientBody();
    return createRepeatableRequest(
      market,
      '/auth/register/client',
      () => fields,
      () => ({ ...fields, firstName: 'Eva' }),
    );
  },

  async testimony(market) {
    const { token } = await market.createClient();
    return createRepeatableRequest(
      market,
      '/testimonies',
      testimonyBody,
      () => testimonyBody({ purpose: 'auction' }),
      token,
    );
  },

  async offer(market) {
    const [client, { token }] = await Promise.all([market.createClient(), market.createExpert()]);
    const path = `/testimonies/${(await client.createTestimony()).id}/offers`;
    return createRepeatableRequest(market, path, offerBody, () => offerBody({ price: 300 }), token);
  },

  async complete(market) {
    const { expert, testimony } = await market.createAssignedTestimony();
    const path = `/testimonies/${testimony.id}/complete`;
    return createRepeatableRequest(
      market,
      path,
      documentBody,
      () => documentBody('%PDF-1.7\nother'),
      expert.token,
    );
  },
};

export const REQUEST_NAMES = Object.keys(REQUESTS);

export async function createIdempotentRequest(name: string, market: Market): Promise<RepeatableRequest> {
  const make = REQUESTS[name];
  if (!make) throw new Error(`there is no request ${name}`);
  return make(market);
}

/** Returns the parts of a response that are the same in every repetition. */
export const pickStatusAndBody = ({ status, body }: ServiceResponse) => ({ status, body });

export const REPLAYED_HEADER = 'idempotency-replayed';
