/** Repeatable example requests of the routes that accept an `Idempotency-Key` (infra/docs/api/conventions.md). */
import { randomUUID } from 'node:crypto';
import type { Route } from '../../../infra/functions/endpoints.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import {
  completeScenario,
  findRoute,
  listVariables,
  type RequestChange,
  sendExample,
} from '../../scenarios/scenario.ts';
import type { Market } from '../../support/start-market.ts';
import type { ServiceResponse } from '../../support/start-service.ts';

export const randomKey = () => randomUUID();

/**
 * Prepares the example request of a function, and a different request to the same path.
 * @param difference parts of the example request that `sendOther` replaces
 */
export async function createIdempotentRequest(
  functionName: string,
  market: Market,
  difference: RequestChange = {},
) {
  const route = findRoute(functionName) as Route;
  const scenario = completeScenario(route, SCENARIOS[functionName]);
  const prepared = (await scenario.prepare?.(market)) ?? {};
  const situation = { ...prepared, variables: listVariables(prepared) };
  const createSender = (change: RequestChange) => (key: string) =>
    sendExample(route, scenario, market.service, {
      situation,
      ...change,
      headers: { 'idempotency-key': key },
    });
  return { send: createSender({}), sendOther: createSender(difference) };
}

/** Returns the parts of a response that are the same in every repetition. */
export const pickStatusAndBody = ({ status, body }: ServiceResponse) => ({ status, body });

export const REPLAYED_HEADER = 'idempotency-replayed';
