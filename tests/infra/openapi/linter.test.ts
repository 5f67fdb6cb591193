/** Test that a linter accepts the OpenAPI description (infra/docs/api/conventions.md). */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';

/** Rules that Redocly does not recommend by default. */
const FURTHER_RULES = {
  'no-invalid-schema-examples': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
} as const;

it('the OpenAPI description passes the Redocly rules except for one pair of ambiguous paths', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: FURTHER_RULES });

  const text = JSON.stringify(await describeApi(excludeOperatorRoutes));
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });

  expect(problems.map(({ message }) => message)).toEqual([
    'Paths should resolve unambiguously. Found two ambiguous paths: ' +
      '`/api/v1/testimonies/{id}/cancel` and `/api/v1/testimonies/offers/{offerId}`.',
  ]);
});
