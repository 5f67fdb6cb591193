/**
 * Tests that the samples and examples of the OpenAPI description are correct: every curl sample, client sample and
 * example body succeeds, and the recorded responses are those of the API (infra/docs/api/conventions.md#description).
 */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeServedPackage } from '../../../infra/client/write-package.ts';
import { loadRoutes } from '../../../infra/functions/endpoints.ts';
import { excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';
import { listErrorCodes } from '../../../infra/openapi/error-responses.ts';
import { LOCAL_URL } from '../../../infra/openapi/samples/code-samples.ts';
import { createCurlSample } from '../../../infra/openapi/samples/curl-sample.ts';
import { canBeSampled, createExampleRequest } from '../../../infra/openapi/samples/example-request.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import {
  completeScenario,
  listVariables,
  SAMPLE_FILES,
  type Situation,
  sendExample,
} from '../../scenarios/scenario.ts';
import { startMarket } from '../../support/start-market.ts';
import { listCompilerErrors, loadClientSamples, writeClientSamples } from './client-samples.ts';
import { maskVariableValues } from './mask-variable-values.ts';
import { runCurlSample, startApiServer, writeSampleFiles } from './run-samples.ts';

const FILE = '../../../infra/openapi/examples.json';

const routes = (await loadRoutes()).filter(excludeOperatorRoutes);
const operations = routes
  .filter(({ endpoint }) => canBeSampled(endpoint))
  .map(route => {
    const {
      prepare,
      calls,
      invalid = { body: {} },
      ...input
    } = completeScenario(route, SCENARIOS[route.name]);
    const request = createExampleRequest(route, input);
    return { operationId: request.operationId, route, input, prepare, invalid, request };
  });
type Operation = (typeof operations)[number];

const clientFile = writeClientSamples(
  operations.flatMap(({ request }) => (request.isInClient ? [request] : [])),
);

let stage: Awaited<ReturnType<typeof openStage>>;
async function openStage() {
  const market = await startMarket({ SANDBOX: 'true' });
  writeServedPackage();
  return {
    market,
    begun: market.service.deps.clock.now(),
    server: await startApiServer(market),
    folder: await writeSampleFiles(),
    samples: await loadClientSamples(clientFile),
  };
}
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => {
  for (const folder of [stage.folder, dirname(clientFile)]) rmSync(folder, { recursive: true });
});

const prepare = async (operation: Operation): Promise<Situation> =>
  (await operation.prepare?.(stage.market)) ?? {};

const recorded: Record<string, { response?: unknown; fieldErrors?: unknown }> = {};

it('every operation except the one for provider events has an example, with a body if it takes one', () => {
  const sampled = new Set(operations.map(({ route }) => route.name));
  const withoutBody = operations.filter(({ route, input }) => route.endpoint.body && !input.body);

  expect(routes.flatMap(({ name }) => (sampled.has(name) ? [] : [name]))).toEqual(['webhooks-stripe']);
  expect(withoutBody.map(({ operationId }) => operationId)).toEqual([]);
});

it('the client samples in the OpenAPI description compile', () => {
  expect(listCompilerErrors(clientFile)).toEqual([]);
});

describe.each(operations)('samples and example body of the operation $operationId', operation => {
  const { operationId, route, input, invalid, request } = operation;
  const { response } = route.endpoint;

  it('the curl sample of an operation succeeds', async () => {
    const situation = await prepare(operation);
    if (listErrorCodes(route.endpoint).includes('invalid')) {
      const { status, body } = await sendExample(route, invalid, stage.market.service, { situation });
      expect(status).toBe(422);
      recorded[operationId] = { fieldErrors: body };
    }

    const { server, folder } = stage;
    const variables = listVariables(situation);
    const { status, body } = await runCurlSample(createCurlSample(LOCAL_URL, request), {
      server,
      folder,
      variables,
    });

    expect([status, status < 300 || body]).toEqual([response.status, true]);
    if (!response.mediaType && request.method !== 'HEAD')
      recorded[operationId] = { response: body, ...recorded[operationId] };
  });

  if (request.isInClient)
    it('the client sample of an operation succeeds', async () => {
      const [front, back, document] = Object.values(SAMPLE_FILES);
      const variables = { ...listVariables(await prepare(operation)), front, back, document };

      await stage.samples[operationId]?.(stage.server.url, variables);

      expect(stage.server.takeResponse().status).toBe(response.status);
    });

  if (request.files)
    it('a request with upload keys in place of its files succeeds', async () => {
      const change = { situation: await prepare(operation), hasKeys: true };

      const { status, body } = await sendExample(route, input, stage.market.service, change);

      expect([status, status < 300 || body]).toEqual([response.status, true]);
    });
});

const sortByName = (entries: object) =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));

it('examples.json has the requests, and the recorded responses of each operation with a readable body', async () => {
  const responses = JSON.stringify(sortByName(recorded), null, 2);
  const masked: typeof recorded = JSON.parse(maskVariableValues(responses, stage.begun));
  const examples = operations.map(({ operationId, input }) => {
    const request = Object.keys(input).length > 0 && { request: input };
    return [operationId, { ...request, ...masked[operationId] }] as const;
  });
  const used = examples.filter(([, example]) => Object.keys(example).length > 0);

  await expect(`${JSON.stringify(sortByName(Object.fromEntries(used)), null, 2)}\n`).toMatchFileSnapshot(
    FILE,
  );
});
