/**
 * Recorded responses of each operation: to the example request, and to an invalid request. A test run records them and
 * replaces ids, times and secrets with stable values. `npx vitest -u … tests/infra/openapi/examples.test.ts` updates
 * them.
 */

import type { FieldErrorBody } from './error-examples.ts';
import examples from './examples.json' with { type: 'json' };

interface Example {
  readonly response?: unknown;
  /** Body of the response with status 422 to an invalid request. */
  readonly fieldErrors?: FieldErrorBody;
}

export function findExample(operationId: string): Example | undefined {
  return (examples as Readonly<Record<string, Example>>)[operationId];
}
