/** Assertion that an endpoint declares the status, headers, error code and body schema of a response. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { AnyEndpoint } from '../../infra/functions/endpoints.ts';
import { listErrorCodes } from '../../infra/openapi/error-responses.ts';
import { getErrorStatus, getPublicErrorCode } from '../../lib/http/response/error-response.ts';
import { successBodySchema } from '../../lib/http/response/schemas/body-schema.ts';
import { Problem, ValidationError } from '../../lib/http/response/schemas/schemas.ts';

export function assertDeclaredResponse(
  endpoint: AnyEndpoint,
  { statusCode = 0, headers = {}, body }: APIGatewayProxyStructuredResultV2,
  production: boolean,
  isFailureSimulated = false,
  isHead = false,
): void {
  const { status, mediaType, conditional, headers: declaredHeaders = [] } = endpoint.response;
  const code = headers['x-error-code'];
  if (mediaType && [200, 304].includes(statusCode)) {
    expect(headers['content-type'] === undefined, 'nothing has no type').toBe(statusCode === 304);
  } else if (conditional && statusCode === 304) {
    expect([headers['content-type'], body, headers.etag]).toEqual([undefined, undefined, expect.any(String)]);
  } else if (statusCode === status) {
    expect(code, 'the code of no error').toBeUndefined();
    for (const name of [...declaredHeaders, ...(conditional ? ['ETag'] : [])])
      expect(headers, 'headers of the answer').toHaveProperty(name.toLowerCase());
    assertBodyMatches(isHead ? undefined : successBodySchema(endpoint.response), body);
  } else if (isFailureSimulated && isSimulatedFailure(code)) {
    assertBodyMatches(Problem, body);
  } else {
    const reasons = listErrorCodes(endpoint).filter(reason => getErrorStatus(reason) === statusCode);
    const isGeneric = production && statusCode === 403 && reasons.length > 0;
    const codes = isGeneric ? ['forbidden'] : reasons.map(getPublicErrorCode);
    expect(codes, 'what the endpoint may refuse with').toContain(code);
    assertBodyMatches(isHead ? undefined : statusCode === 422 ? ValidationError : Problem, body);
  }
}

/** Returns whether `X-Sandbox-Failure` can simulate a failure with this error code (infra/docs/api/sandbox.md). */
const isSimulatedFailure = (code: unknown) =>
  ['too-many-requests', 'internal', 'unavailable', 'bad-sandbox-failure'].includes(String(code));

/**
 * Asserts that the body matches the schema, including the order of members. Parsing sorts the members as in the schema,
 * so the serialized result differs from a body with another order.
 */
function assertBodyMatches(schema: v.GenericSchema | undefined, body: string | undefined): void {
  const parsed = schema && v.parse(schema, JSON.parse(body ?? 'null'));
  expect(body).toBe(schema ? JSON.stringify(parsed) : undefined);
}
