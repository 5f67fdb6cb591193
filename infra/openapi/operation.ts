/** OpenAPI operation of a route, generated from what its endpoint declares. */
import { readFileSync } from 'node:fs';
import type { Access } from '../../lib/http/access/access.ts';
import type { Route } from '../functions/endpoints.ts';
import { describeErrorResponses, listErrorCodes } from './error-responses.ts';
import { createHeaderReference } from './headers.ts';
import { createOperationId } from './operation-id.ts';
import { findExample } from './recorded-examples.ts';
import {
  describeParameters,
  describeRequestBody,
  type Parameter,
  type RequestBody,
} from './request-descriptions.ts';
import { type CodeSample, createCodeSamples } from './samples/code-samples.ts';
import { canBeSampled, createExampleRequest, toJsonBody } from './samples/example-request.ts';
import { fillExampleValues } from './samples/variables.ts';
import { describeSuccess } from './success-responses.ts';
import { getTag } from './tags.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Requirements that the caller must meet besides authentication, such as a role. */
  readonly 'x-requires': readonly string[];
  readonly 'x-codeSamples'?: readonly CodeSample[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, unknown>>;
}

const PROJECT_ROOT = new URL('../../', import.meta.url);

function describeSecurity({ credentials }: Access<unknown, never>): OpenApiOperation['security'] {
  if (credentials === 'AWS signature') return [{ aws: [] }];
  if (credentials === 'token') return [{ token: [] }];
  if (credentials === 'partner key') return [{ partnerKey: [] }];
  return credentials === 'optional token' ? [{}, { token: [] }] : [];
}

const NOT_MODIFIED = {
  description: 'Not modified.',
  headers: { ...createHeaderReference('X-Request-Id'), ...createHeaderReference('ETag') },
};

export function describeOperation(route: Route): OpenApiOperation {
  const { name, file, method, path, endpoint } = route;
  const { access, response, body } = endpoint;
  const isHead = method === 'HEAD';
  const operationId = createOperationId(name, method);
  const { request, response: exampleResponse, fieldErrors } = findExample(operationId);
  const description = readDescription(file);
  const exampleBody = request?.body && fillExampleValues(toJsonBody(request));
  const isSampled = canBeSampled(endpoint) && (!body || exampleBody);
  const responses = {
    [response.status]: describeSuccess(endpoint, exampleResponse),
    ...((response.mediaType || response.conditional) && {
      304: NOT_MODIFIED,
    }),
    ...describeErrorResponses(listErrorCodes(endpoint), fieldErrors),
  };
  return {
    operationId,
    tags: [getTag(path)],
    security: describeSecurity(access),
    'x-requires': access.requires,
    parameters: describeParameters(path, endpoint),
    summary: getFirstSentence(description),
    description,
    ...(body && { requestBody: describeRequestBody(body.bodies, exampleBody) }),
    ...(isSampled && { 'x-codeSamples': createCodeSamples(createExampleRequest(route, request)) }),
    responses: isHead ? removeBodies(responses) : responses,
  };
}

const removeBodies = (responses: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(responses).map(
      ([status, { content: _, ...response }]: [string, { content?: unknown }]) => [status, response],
    ),
  );

function getFirstSentence(text: string): string {
  const [first = ''] = text.split(/[.](?:\s|$)/);
  return first;
}

/** Returns the first comment of a file without its first paragraph. */
function readDescription(file: string): string {
  const source = readFileSync(new URL(file, PROJECT_ROOT), 'utf8');
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'));
  const [, ...paragraphs] = comment
    .replaceAll(/^ \* ?/gm, '')
    .trim()
    .split('\n\n');
  return paragraphs.map(paragraph => paragraph.replaceAll('\n', ' ').trim()).join('\n\n');
}
