/**
 * One example of each operation, as a test's run has really sent and received it, with ids, times and secrets made
 * the same for every run. `npx vitest -u … tests/infra/openapi/examples.test.ts` writes them anew.
 */
import examples from './examples.json' with { type: 'json' };

interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

export function exampleOf(operationId: string): Example | undefined {
  return (examples as Readonly<Record<string, Example>>)[operationId];
}
