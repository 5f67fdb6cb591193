/** Every answer that a test receives is one that its endpoint declares, byte for byte (contract §1). */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { AnyEndpoint } from '../../infra/functions/endpoints.ts';
import { refusalsOf } from '../../infra/openapi/answers.ts';
import { Problem, ValidationError } from '../../lib/http/answers/message.ts';
import { statusOf } from '../../lib/http/problem.ts';

export function isAsDeclared(
  endpoint: AnyEndpoint,
  { statusCode = 0, body }: APIGatewayProxyStructuredResultV2,
): void {
  const { status, schema } = endpoint.answer;
  if (statusCode === status) fits(schema, body);
  else {
    expect(refusalsOf(endpoint).map(statusOf), 'what the endpoint may refuse with').toContain(statusCode);
    fits(statusCode === 422 ? ValidationError : Problem, body);
  }
}

/** Parsing gives the members in the order of the schema, so a body that fits is the very same text. */
function fits(schema: v.GenericSchema | undefined, body: string | undefined): void {
  const parsed = schema && v.parse(schema, JSON.parse(body ?? 'null'));
  expect(body).toBe(schema ? JSON.stringify(parsed) : undefined);
}
