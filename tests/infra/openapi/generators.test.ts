/** What tools of others make of the description, at their defaults (infra/docs/api/conventions.md). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

let text: string;
beforeAll(async () => {
  text = JSON.stringify(await describeApi(excludeOperatorRoutes));
});

it('is clean by the recommended rules of Redocly, apart from ambiguous paths, which are fixed', async () => {
  const config = await createConfig({ extends: ['recommended'] });

  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });

  expect(problems.map(({ message }) => message)).toEqual([
    'Paths should resolve unambiguously. Found two ambiguous paths: ' +
      '`/api/v1/testimonies/{id}/cancel` and `/api/v1/testimonies/offers/{offerId}`.',
  ]);
});

it('is clean by the recommended rules of Spectral', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });

  expect((await linter.run(text)).map(({ message, path }) => [path.join('.'), message])).toEqual([]);
});

/** What a strict compiler says of these files, in the folder of what was generated. */
function compileErrors(files: Readonly<Record<string, string>>): string[] {
  const names = Object.entries(files).map(([name, source]) => {
    writeFileSync(join(folder, name), source);
    return join(folder, name);
  });
  const program = ts.createProgram(names, {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('compiles by openapi-typescript, and by hey-api with files as files', async () => {
  const generated = astToString(await openapiTypescript(text));
  await createClient({ input: JSON.parse(text), output: join(folder, 'hey'), logs: { level: 'silent' } });

  expect(
    compileErrors({
      'api.ts': generated,
      'use.ts': `import type { components, operations } from './api';
        type Body = operations['registerClient']['requestBody']['content']['application/json'];
        export const body: Body = { email: 'a', password: 'b', passwordConfirmation: 'b', termsAgreed: true };
        type Code = operations['createOffer']['responses'][409]['headers']['X-Error-Code'];
        export const codes: Code[] = ['already-offered', 'wrong-state'];
        type Region = components['schemas']['Testimony']['realEstate']['region'];
        export const region: Region = 'ba';`,
      'hey-use.ts': `import { registerClient, resubmitIdentityDocuments } from './hey';
        import type { IdScan } from './hey';
        export const scan: IdScan = new File([], 'front.jpg');
        export const sent = resubmitIdentityDocuments({
          body: { verificationDocumentFront: scan, verificationDocumentBack: 'incoming/x' },
        });
        export const registered = registerClient({
          body: { email: 'a', password: 'b', passwordConfirmation: 'b', termsAgreed: true },
        });`,
    }),
  ).toEqual([]);
});
