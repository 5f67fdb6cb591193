/** Error responses by status, with their error codes (infra/docs/api/conventions.md#error-codes). */
import type { ErrorCode } from '../../lib/domain/errors.ts';
import { getErrorStatus, getPublicErrorCode } from '../../lib/http/response/error-response.ts';
import type { AnyEndpoint } from '../functions/endpoints.ts';
import { type FieldErrorBody, listErrorExamples } from './error-examples.ts';
import { createHeaderReference } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';

const BODY_ERRORS: readonly ErrorCode[] = ['malformed-body', 'too-large', 'unsupported-media-type'];
const COMMON_ERRORS: readonly ErrorCode[] = ['internal', 'unavailable'];

export function listErrorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, resource, limit, query, body, idempotent, quota, response, errors } = endpoint;
  return [
    ...access.errors,
    ...(limit || quota ? (['too-many-requests'] as const) : []),
    ...(resource?.errors ?? []),
    ...(body ? BODY_ERRORS : []),
    ...(response.pageOf ? (['bad-cursor'] as const) : []),
    ...(body || query ? (['invalid'] as const) : []),
    ...(idempotent?.errors ?? []),
    ...(errors ?? []),
    ...COMMON_ERRORS,
  ];
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'The credentials are missing or invalid.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource does not exist.',
  409: 'The request conflicts with the current state.',
  412: 'The resource has changed since it was read.',
  413: 'The body is too large.',
  415: 'The media type is not supported.',
  422: 'The request has invalid fields.',
  429: 'Too many requests; `Retry-After` is the number of seconds to wait.',
  500: 'Internal server error.',
  503: 'A dependency is unavailable; `Retry-After` is the number of seconds to wait.',
};

const ADDITIONAL_HEADERS: Readonly<Record<string, object>> = {
  422: {
    'X-Error-Fields': {
      description:
        'Codes of the field errors, in the order of `errors`: `email=email-taken, company.taxId=missing`.',
      schema: { type: 'string' },
    },
  },
  429: {
    ...createHeaderReference('Retry-After'),
    ...createHeaderReference('RateLimit'),
    ...createHeaderReference('RateLimit-Policy'),
  },
  503: createHeaderReference('Retry-After'),
};

/** Response of API Gateway itself when it throttles requests. Described for routes without a limit of their own. */
const THROTTLED_RESPONSE = {
  description: "API Gateway's own response to too many requests.",
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { message: 'Too Many Requests' },
    },
  },
};

/**
 * Describes the error responses for the given error codes, by status.
 * @param fieldErrors recorded body of the operation's response to an invalid request
 */
export function describeErrorResponses(
  errorCodes: readonly ErrorCode[],
  fieldErrors?: FieldErrorBody,
): Record<string, object> {
  const byStatus = Object.groupBy(new Set(errorCodes), getErrorStatus);
  const ownResponses = Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      describeErrorResponse(status, codes, fieldErrors),
    ]),
  );
  return { 429: THROTTLED_RESPONSE, ...ownResponses };
}

function describeErrorResponse(
  status: string,
  errorCodes: readonly ErrorCode[],
  fieldErrors: FieldErrorBody | undefined,
): object {
  const codes = [...new Set(errorCodes.map(getPublicErrorCode))];
  // In production every 403 has the code `forbidden`, so the description always includes this code
  // (infra/docs/api/conventions.md#texts-of-403).
  const possibleCodes = status === '403' ? [...new Set([...codes, 'forbidden'])] : codes;
  const body = status === '422' ? 'ValidationError' : 'Problem';
  return {
    description: `${STATUS_DESCRIPTIONS[Number(status)]} \`X-Error-Code\`: ${codes.map(code => `\`${code}\``).join(', ')}.`,
    headers: {
      ...createHeaderReference('X-Request-Id'),
      'X-Error-Code': {
        description: 'Code of the error; errors with the same message can have different codes.',
        required: true,
        schema: { type: 'string', enum: possibleCodes, allOf: [{ $ref: '#/components/schemas/ErrorCode' }] },
      },
      ...ADDITIONAL_HEADERS[status],
    },
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${body}` },
        examples: listErrorExamples(possibleCodes, fieldErrors),
      },
    },
  };
}

/** Describes the type of `X-Error-Code` as a component, because client generators do not read headers. */
export function describeErrorCodes(errorCodes: readonly ErrorCode[]): JsonSchema {
  const codes = new Set([...errorCodes.map(getPublicErrorCode), 'forbidden']);
  return {
    type: 'string',
    description: 'Value of the response header `X-Error-Code`.',
    enum: [...codes].sort(),
  };
}
