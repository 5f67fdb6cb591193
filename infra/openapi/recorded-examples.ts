/**
 * Recorded example requests and responses, by the id of their operation. A test run records them from the scenarios in
 * `tests/scenarios`, and replaces ids, times and secrets in the responses with stable values:
 * `npx vitest … tests/infra/openapi/examples.test.ts -u`.
 */
import type { FieldErrorBody } from './error-examples.ts';
import examples from './examples.json' with { type: 'json' };
import type { ExampleInput } from './samples/example-request.ts';

interface Example {
  readonly request?: ExampleInput;
  readonly response?: unknown;
  /** Body of the response with status 422 to an invalid request. */
  readonly fieldErrors?: FieldErrorBody;
}

export const findExample = (operationId: string): Example =>
  (examples as Readonly<Record<string, Example>>)[operationId] ?? {};
