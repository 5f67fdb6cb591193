/** Tests that linters and code generators accept the OpenAPI description (infra/docs/api/conventions.md). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

let text: string;
beforeAll(async () => {
  text = JSON.stringify(await describeApi(excludeOperatorRoutes));
});

/** Rules that Redocly does not recommend by default. */
const FURTHER_RULES = {
  'no-invalid-schema-examples': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
} as const;

it('the OpenAPI description passes the Redocly rules except for one pair of ambiguous paths', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: FURTHER_RULES });

  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });

  expect(problems.map(({ message }) => message)).toEqual([
    'Paths should resolve unambiguously. Found two ambiguous paths: ' +
      '`/api/v1/testimonies/{id}/cancel` and `/api/v1/testimonies/offers/{offerId}`.',
  ]);
});

/** Fields of an expert's registration other than the scans. */
const EXPERT_FIELDS = `{
  email: 'jana@znalci.sk', phone: '+421901234567', password: 'Tajne heslo 1', passwordConfirmation: 'Tajne heslo 1',
  firstName: 'Jana', lastName: 'Kováčová', nationality: 'SK', dateOfBirth: { day: 29, month: 2, year: 1980 },
  billingAddress: { line1: 'Hlavná 1', line2: '2. poschodie', city: 'Košice', postalCode: '040 01', country: 'SK' },
  company: { businessId: '12345678', taxId: '2020123456', vatId: null },
  bankAccount: { iban: 'SK3112000000198742637541' }, registrationNumber: '914567', regions: ['ke', 'po'],
  newsletterSubscribed: false, termsAgreed: true, turnstileToken: 'token',
} as const`;

const SCANS = `{
  verificationDocumentFront: new File([], 'front.jpg'),
  verificationDocumentBack: new Blob([]),
}`;

/** Programs that use the generated code of each generator: uploads as File or Blob, and a typed error code. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'use-openapi-typescript.ts': `import type { components, operations, paths } from './openapi-typescript/api';
    type Body = paths['/api/v1/auth/register/expert']['post']['requestBody']['content']['multipart/form-data'];
    const { regions, ...fields } = ${EXPERT_FIELDS};
    export const body: Body = { ...fields, regions: [...regions], ...${SCANS} };
    type Code = operations['createOffer']['responses'][409]['headers']['X-Error-Code'];
    const code: Code = 'already-offered';
    export const anyCode: components['schemas']['ErrorCode'] = code;
    // @ts-expect-error this operation does not respond with this code
    export const wrongCode: Code = 'work-unfinished';
    export const state: components['schemas']['TestimonyState'] = 'offered';`,
  'use-hey-api.ts': `import { registerExpert, type ErrorCode, type TestimonyState } from './hey-api';
    const { regions, ...fields } = ${EXPERT_FIELDS};
    const { data, error, response } = await registerExpert({
      body: { ...fields, regions: [...regions], ...${SCANS} },
    });
    data?.data.token.trim();
    error?.message.trim();
    const code = response?.headers.get('X-Error-Code') as ErrorCode | null;
    export const isTaken = code === 'invalid';
    export const state: TestimonyState = 'offered';`,
};

/** Generates code with each generator, in separate folders. */
async function generateCode(): Promise<void> {
  mkdirSync(join(folder, 'openapi-typescript'));
  const types = await openapiTypescript(text, { transform: describeBinaryFields });
  writeFileSync(join(folder, 'openapi-typescript/api.ts'), astToString(types));
  await createClient({
    input: JSON.parse(text),
    output: join(folder, 'hey-api'),
    logs: { level: 'silent', file: false },
  });
}

/**
 * Sets the type of binary fields to `File | Blob`, because openapi-typescript leaves this to its user
 * (infra/docs/frontends.md#other-generators).
 */
function describeBinaryFields({ format }: SchemaObject): ts.TypeNode | undefined {
  if (format !== 'binary') return undefined;
  const [file, blob] = ['File', 'Blob'].map(name => ts.factory.createTypeReferenceNode(name));
  return file && blob && ts.factory.createUnionTypeNode([file, blob]);
}

function listCompilerErrors(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file && relative(folder, file.fileName)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

it('the code of openapi-typescript and hey-api compiles with typed files and error codes', async () => {
  await generateCode();
  const files = Object.entries(PROGRAMS).map(([name, source]) => {
    writeFileSync(join(folder, name), source);
    return join(folder, name);
  });

  expect(listCompilerErrors(files)).toEqual([]);
});
