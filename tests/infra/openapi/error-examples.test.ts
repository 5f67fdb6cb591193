/**
 * Test that the OpenAPI description has an example of each error (infra/docs/api/conventions.md). The examples are built
 * by the function that builds the API's responses.
 */
import { expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';
import type { Operation } from '../../../infra/openapi/operation.ts';

const api = await describeApi(excludeOperatorRoutes);
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation['x-codeSamples'])
    .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

interface DescribedError {
  readonly headers: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly string[] } }>>;
  readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, ErrorExample>> }>>;
}

interface ErrorExample {
  readonly $ref?: string;
  readonly value: unknown;
  readonly 'x-headers': Readonly<Record<string, string>>;
}

const resolve = (example: ErrorExample | undefined) =>
  example?.$ref ? (api.components.examples[example.$ref.split('/').at(-1) ?? ''] as ErrorExample) : example;

const findExample = ({ responses }: Operation, status: number, code: string) =>
  resolve((responses[status] as DescribedError | undefined)?.content['application/json']?.examples[code]);

it('every error code in the OpenAPI description has an example', () => {
  for (const { operationId, responses } of operations) {
    if (operationId === 'headHealth') continue; // Responses to HEAD have no bodies.
    for (const [status, response] of Object.entries(responses as Record<string, DescribedError>)) {
      for (const code of response.headers?.['X-Error-Code']?.schema?.enum ?? []) {
        const example = findExample({ responses } as Operation, Number(status), code);
        expect(example?.value, `${operationId} ${status} ${code}`).toHaveProperty('message');
        expect(example?.['x-headers']['X-Error-Code']).toBe(code);
      }
    }
  }
});
