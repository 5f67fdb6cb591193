/** Error responses by status, with their error codes (infra/docs/api/conventions.md#error-codes). */
import type { ErrorCode } from '../../lib/domain/errors.ts';
import { errorStatus, publicErrorCode } from '../../lib/http/response/error-response.ts';
import type { AnyEndpoint } from '../functions/endpoints.ts';
import { header } from './headers.ts';

const OF_A_BODY: readonly ErrorCode[] = ['malformed-body', 'too-large', 'unsupported-media-type'];
const ALWAYS: readonly ErrorCode[] = ['internal', 'unavailable'];

/** Lists all error codes that an endpoint can return, from its declaration. */
export function errorResponsesOf(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, resource: about, limit, query, body, idempotent, quota, response, errors } = endpoint;
  return [
    ...access.errors,
    ...(limit || quota ? (['too-many-requests'] as const) : []),
    ...(about?.refuses ?? []),
    ...(body ? OF_A_BODY : []),
    ...(response.pageOf ? (['bad-cursor'] as const) : []),
    ...(body || query ? (['invalid'] as const) : []),
    ...(idempotent?.errors ?? []),
    ...(errors ?? []),
    ...ALWAYS,
  ];
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'The credentials are missing or invalid.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource does not exist.',
  405: 'The path does not support this method.',
  409: 'The request conflicts with the current state.',
  412: 'The resource has changed since it was read.',
  413: 'The body is too large.',
  415: 'The media type is not supported.',
  422: 'The request has invalid fields.',
  429: 'Too many requests; `Retry-After` is the number of seconds to wait.',
  500: 'Internal server error.',
  503: 'A dependency is unavailable; `Retry-After` is the number of seconds to wait.',
};

const MORE_HEADERS: Readonly<Record<string, object>> = {
  429: { ...header('Retry-After'), ...header('RateLimit'), ...header('RateLimit-Policy') },
  503: header('Retry-After'),
};

/** API Gateway's own errors, described only for routes that declare no 4xx response. */
const OF_THE_GATEWAY = {
  description: "API Gateway's own error response, for example when it throttles requests.",
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Describes the responses for these error codes, by status. */
export function errorResponse(reasons: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Object.groupBy(new Set(reasons), errorStatus);
  const own = Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [status, problem(status, codes)]),
  );
  return Object.keys(own).some(status => status < '500') ? own : { '4XX': OF_THE_GATEWAY, ...own };
}

function problem(status: string, reasons: readonly ErrorCode[]): object {
  const codes = [...new Set(reasons.map(publicErrorCode))];
  // In production every 403 has the code `forbidden` (infra/docs/api/conventions.md#texts-of-403).
  const known = status === '403' ? [...new Set([...codes, 'forbidden'])] : codes;
  const body = status === '422' ? 'ValidationError' : 'Problem';
  return {
    description: `${MEANINGS[Number(status)]} \`X-Error-Code\`: ${codes.map(code => `\`${code}\``).join(', ')}.`,
    headers: {
      ...header('X-Request-Id'),
      'X-Error-Code': {
        description: 'Code of the error; errors with the same message can have different codes.',
        required: true,
        schema: { type: 'string', enum: known },
      },
      ...MORE_HEADERS[status],
    },
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
  };
}
