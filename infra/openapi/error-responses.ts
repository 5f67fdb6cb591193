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
  400: 'The request could not be read.',
  401: 'No valid token.',
  403: 'Not for this caller.',
  404: 'There is no such thing.',
  405: 'Not by this method.',
  409: 'Not in this state.',
  412: 'Changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'Fields are wrong.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Our fault.',
  503: 'Something we need does not answer; `Retry-After` says when to come back.',
};

const MORE_HEADERS: Readonly<Record<string, object>> = {
  429: { ...header('Retry-After'), ...header('RateLimit'), ...header('RateLimit-Policy') },
  503: header('Retry-After'),
};

/** API Gateway's own errors, described only for routes that declare no 4xx response. */
const OF_THE_GATEWAY = {
  description: 'What API Gateway says by itself, of too many requests for one.',
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
        description: 'Tells apart what one message covers.',
        required: true,
        schema: { type: 'string', enum: known },
      },
      ...MORE_HEADERS[status],
    },
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
  };
}
