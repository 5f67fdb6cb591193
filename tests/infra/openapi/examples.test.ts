/**
 * Tests that the samples and examples of the OpenAPI description are correct: every curl sample, client sample and
 * example body succeeds, and the recorded responses are those of the API (infra/docs/api/conventions.md#description).
 */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';
import type { Operation } from '../../../infra/openapi/operation.ts';
import { createExampleRequest } from '../../../infra/openapi/samples/example-request.ts';
import { EXAMPLE_VALUES } from '../../../infra/openapi/samples/variables.ts';
import { toFormData } from '../../support/builders.ts';
import { startMarket } from '../../support/start-market.ts';
import type { ServiceResponse } from '../../support/start-service.ts';
import { listCompilerErrors, loadClientSamples, writeClientSamples } from './client-samples.ts';
import {
  createScene,
  createSituation,
  SAMPLE_FILES,
  uploadSampleFiles,
  type Variables,
} from './example-situations.ts';
import { findInvalidRequest } from './invalid-requests.ts';
import { maskVariableValues } from './mask-variable-values.ts';
import { runCurlSample, startApiServer, writeSampleFiles } from './run-samples.ts';

const FILE = '../../../infra/openapi/examples.json';
/** Operations whose responses are files or scripts. Their samples run, but they have no recorded example. */
const WITHOUT_EXAMPLES = ['showClient', 'showDescription', 'showDocs', 'showAsset', 'headHealth'];

const api = await describeApi(excludeOperatorRoutes);
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const request = createExampleRequest(method.toUpperCase(), path, {
      ...operation,
      hasBody: Boolean(operation.requestBody),
      returnsData: true,
    });
    return request
      ? [{ ...operation, request, successStatus: Number(Object.keys(operation.responses)[0]) }]
      : [];
  }),
);
type Sampled = (typeof operations)[number];

const findSample = ({ 'x-codeSamples': samples = [] }: Operation, label: string) =>
  samples.find(sample => sample.label === label)?.source ?? '';

const clientFile = writeClientSamples(
  Object.fromEntries(
    operations.flatMap(operation => {
      const source = findSample(operation, 'Client');
      return source ? [[operation.operationId, source]] : [];
    }),
  ),
);

let stage: Awaited<ReturnType<typeof openStage>>;
async function openStage() {
  const market = await startMarket({ SANDBOX: 'true' });
  const begun = market.service.deps.clock.now();
  const [server, scene, folder] = [
    await startApiServer(market),
    await createScene(market),
    await writeSampleFiles(),
  ];
  return { market, begun, server, scene, folder, samples: await loadClientSamples(clientFile) };
}
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => {
  for (const folder of [stage.folder, dirname(clientFile)]) rmSync(folder, { recursive: true });
});

const prepare = ({ request }: Sampled): Promise<Variables> =>
  createSituation(request.operationId, request.token, stage.scene);

const recorded: Record<string, { response?: unknown; fieldErrors?: unknown }> = {};

it('every operation except the one for provider events has a curl sample and an example body', () => {
  const all = Object.values(api.paths).flatMap(methods => Object.values(methods));
  const sampled = all.filter(({ 'x-codeSamples': samples }) => samples);

  expect(all.filter(operation => !sampled.includes(operation)).map(({ operationId }) => operationId)).toEqual(
    ['stripeEvent'],
  );
  for (const { operationId, requestBody } of sampled)
    for (const { example } of Object.values(requestBody?.content ?? {}))
      expect(example, operationId).toBeDefined();
});

it('the client samples in the OpenAPI description compile', () => {
  expect(listCompilerErrors(clientFile)).toEqual([]);
});

describe.each(operations)('samples and example body of the operation $operationId', operation => {
  const { operationId, successStatus } = operation;

  it('the curl sample of an operation succeeds', async () => {
    const variables = await prepare(operation);
    const { server, folder } = stage;
    if (declaresInvalid(operation))
      recorded[operationId] = { fieldErrors: await sendInvalid(operation, variables) };

    const { status, body } = await runCurlSample(findSample(operation, 'curl'), {
      server,
      folder,
      variables,
    });

    expect([status, status < 300 || body]).toEqual([successStatus, true]);
    if (!WITHOUT_EXAMPLES.includes(operationId))
      recorded[operationId] = { response: body, ...recorded[operationId] };
  });

  it.runIf(operation.request.isInClient)('the client sample of an operation succeeds', async () => {
    const [front, back, document] = Object.values(SAMPLE_FILES);
    const variables = { ...(await prepare(operation)), front, back, document };

    await stage.samples[operationId]?.(stage.server.url, variables);

    expect(stage.server.takeResponse().status).toBe(successStatus);
  });

  it.runIf(operation.requestBody)('the example body of an operation succeeds', async () => {
    const variables = { ...(await prepare(operation)), ...(await uploadSampleFiles(stage.scene)) };

    const response = await sendExample(operation, variables);

    expect([response.status, response.status < 300 || response.body]).toEqual([successStatus, true]);
  });
});

it('examples.json has the recorded responses of each operation with a readable body', async () => {
  const sorted = Object.fromEntries(
    Object.entries(recorded).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

  await expect(`${maskVariableValues(JSON.stringify(sorted, null, 2), stage.begun)}\n`).toMatchFileSnapshot(
    FILE,
  );
});

function declaresInvalid({ responses }: Operation): boolean {
  const { 422: response } = responses as Record<
    number,
    { headers: Record<string, { schema: { enum: string[] } }> }
  >;
  return response?.headers['X-Error-Code']?.schema.enum.includes('invalid') ?? false;
}

const fill = (text: string, variables: Variables) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');

/** Sends the request of an operation with a different body or query. */
function send(
  { request: { method, path, token } }: Sampled,
  variables: Variables,
  { body, query = '' }: { body?: object; query?: string },
): Promise<ServiceResponse> {
  const call = token
    ? { token: variables[token] ?? stage.scene[token as 'clientToken' | 'expertToken'] }
    : {};
  return stage.market.service.sendWithMethod(
    method,
    `${fill(path.replace('/api/v1', ''), variables)}?${query}`,
    body,
    call,
  );
}

async function sendInvalid(operation: Sampled, variables: Variables): Promise<unknown> {
  const { status, body } = await send(operation, variables, findInvalidRequest(operation.operationId));
  expect([operation.operationId, status]).toEqual([operation.operationId, 422]);
  return body;
}

/**
 * Sends the example body of the description, with the actual values of the variables in place of the example values.
 */
function sendExample(operation: Sampled, variables: Variables): Promise<ServiceResponse> {
  const [[mediaType, { example }] = ['', { example: undefined }]] = Object.entries(
    operation.requestBody?.content ?? {},
  );
  const text = Object.entries(EXAMPLE_VALUES).reduce(
    (filled, [name, value]) => filled.replaceAll(value, variables[name] ?? value),
    JSON.stringify(example),
  );
  const body = JSON.parse(text);
  return send(operation, variables, { body: mediaType === 'multipart/form-data' ? toFormData(body) : body });
}
