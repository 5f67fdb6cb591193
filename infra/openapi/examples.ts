/**
 * Recorded request and response examples, one per operation. A test run records them and replaces ids, times and
 * secrets with stable values. `npx vitest -u … tests/infra/openapi/examples.test.ts` updates them.
 */
import examples from './examples.json' with { type: 'json' };

interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

export function findExample(operationId: string): Example | undefined {
  return (examples as Readonly<Record<string, Example>>)[operationId];
}
