/** OpenAPI operation of a route, generated from what its endpoint declares. */
import { readFileSync } from 'node:fs';
import type { Access } from '../../lib/http/access/access.ts';
import type { Route } from '../functions/endpoints.ts';
import { errorResponse, errorResponsesOf } from './error-responses.ts';
import { exampleOf } from './examples.ts';
import { header } from './headers.ts';
import { operationIdOf } from './operation-id.ts';
import { type Parameter, parametersOf, type RequestBody, requestBodyOf } from './requests.ts';
import { describeSuccess } from './responses.ts';
import { tagOf } from './tags.ts';

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Requirements on the caller beyond authentication, such as a role. */
  readonly 'x-requires': readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, unknown>>;
}

const ROOT = new URL('../../', import.meta.url);

function securityOf({ credentials }: Access<unknown, never>): Operation['security'] {
  if (credentials === 'AWS signature') return [{ aws: [] }];
  if (credentials === 'token') return [{ token: [] }];
  return credentials === 'optional token' ? [{}, { token: [] }] : [];
}

export function operationOf({ name, file, path, endpoint }: Route): Operation {
  const { access, response, body } = endpoint;
  const operationId = operationIdOf(name);
  const example = exampleOf(operationId);
  const description = promiseOf(file);
  return {
    operationId,
    tags: [tagOf(path)],
    summary: firstSentence(description),
    description,
    security: securityOf(access),
    'x-requires': access.requires,
    parameters: parametersOf(path, endpoint),
    ...(body && { requestBody: requestBodyOf(body.bodies, example?.request) }),
    responses: {
      [response.status]: describeSuccess(endpoint, example?.response),
      ...(response.mediaType && { 304: { description: 'Not modified.', headers: header('X-Request-Id') } }),
      ...errorResponse(errorResponsesOf(endpoint)),
    },
  };
}

/** Returns the first sentence without its full stop. */
function firstSentence(text: string): string {
  const [first = ''] = text.split(/[.](?:\s|$)/);
  return first;
}

/** Returns the text of the first comment in the file, without the first line of that comment. */
function promiseOf(file: string): string {
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'));
  const [, ...paragraphs] = comment
    .replaceAll(/^ \* ?/gm, '')
    .trim()
    .split('\n\n');
  return paragraphs.map(paragraph => paragraph.replaceAll('\n', ' ').trim()).join('\n\n');
}
