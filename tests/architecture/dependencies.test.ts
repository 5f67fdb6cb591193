/**
 * Tests that each import rule in `.dependency-cruiser.cjs` reports the imports that it forbids. `npm run check` applies
 * the rules to this checkout.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it, onTestFinished } from 'vitest';

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const FOLDERS = ['functions', 'lib', 'infra', 'tests'];

type Files = Readonly<Record<string, string>>;

/** Files that the forbidden imports refer to: one in each folder, and the packages that the rules name. */
const BASE_FILES: Files = {
  'tsconfig.json': '{}',
  'functions/me/show.ts': 'export const show = 1;',
  'lib/http/lambda.ts': "import type { Context } from 'aws-lambda'; export type Event = Context;",
  'lib/http/response/schemas/user.ts': 'export const User = 1;',
  'lib/validation/fields.ts': 'export const Email = 1;',
  'lib/platform/wiring.ts': 'export const clock = 1;',
  'lib/platform/aws/table.ts': "export { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
  'infra/local/start.ts': 'export const start = 1;',
  'tests/support/table.ts': "export { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
  'node_modules/@aws-sdk/client-dynamodb/package.json': '{ "main": "index.js" }',
  'node_modules/@aws-sdk/client-dynamodb/index.js': 'exports.DynamoDBClient = class {};',
  'node_modules/valibot/package.json': '{ "main": "index.js" }',
  'node_modules/valibot/index.js': 'exports.object = () => {};',
  'node_modules/@types/aws-lambda/package.json': '{ "types": "index.d.ts" }',
  'node_modules/@types/aws-lambda/index.d.ts': 'export interface Context {}',
};

const VIOLATIONS: readonly [rule: string, what: string, files: Files][] = [
  [
    'no-cycles',
    'two files that import each other',
    {
      'lib/mail/a.ts': "import { b } from './b.ts'; export const a = () => b;",
      'lib/mail/b.ts': "import { a } from './a.ts'; export const b = () => a;",
    },
  ],
  [
    'no-cycles',
    'two files that import types from each other',
    {
      'lib/mail/a.ts': "import type { B } from './b.ts'; export type A = B;",
      'lib/mail/b.ts': "import type { A } from './a.ts'; export type B = A | 1;",
    },
  ],
  [
    'no-cycles-of-folders',
    'two folders that import each other although no two of their files do',
    {
      'lib/domain/testimonies/a.ts': "import { c } from '../files/c.ts'; export const a = c;",
      'lib/domain/testimonies/b.ts': 'export const b = 1;',
      'lib/domain/files/c.ts': 'export const c = 1;',
      'lib/domain/files/d.ts': "import type { b } from '../testimonies/b.ts'; export type D = typeof b;",
    },
  ],
  ['functions-stand-alone', 'a function in another function', { 'functions/a.ts': "import './me/show.ts';" }],
  ['lib-looks-only-down', 'a function in lib', { 'lib/http/a.ts': "import '../../functions/me/show.ts';" }],
  ['lib-looks-only-down', 'infra in lib', { 'lib/platform/a.ts': "import '../../infra/local/start.ts';" }],
  ['lib-looks-only-down', 'a test in lib', { 'lib/platform/a.ts': "import '../../tests/support/table.ts';" }],
  [
    'infra-needs-no-tests',
    'a test helper in infra',
    { 'infra/bench/a.ts': "import '../../tests/support/table.ts';" },
  ],
  [
    'domain-is-plain',
    'another folder of lib in the domain',
    { 'lib/domain/a.ts': "import '../validation/fields.ts';" },
  ],
  ['domain-is-plain', 'valibot in the domain', { 'lib/domain/a.ts': "import 'valibot';" }],
  [
    'model-has-only-schemas',
    'another folder of lib in the model',
    { 'lib/domain/model/a.ts': "import '../../validation/fields.ts';" },
  ],
  [
    'model-has-only-schemas',
    'a package other than valibot in the model',
    { 'lib/domain/model/a.ts': "import '@aws-sdk/client-dynamodb';" },
  ],
  [
    'model-and-ports-are-the-ground',
    'domain logic in the model',
    {
      'lib/domain/model/a.ts': "import type { b } from '../testimonies/b.ts'; export type A = typeof b;",
      'lib/domain/testimonies/b.ts': 'export const b = 1;',
    },
  ],
  [
    'model-and-ports-are-the-ground',
    'domain logic in a port',
    {
      'lib/domain/ports/a.ts': "import type { b } from '../records.ts'; export type A = typeof b;",
      'lib/domain/records.ts': 'export const b = 1;',
    },
  ],
  [
    'model-knows-no-ports',
    'a port in the model',
    {
      'lib/domain/model/a.ts': "import type { B } from '../ports/b.ts'; export type A = B;",
      'lib/domain/ports/b.ts': 'export type B = 1;',
    },
  ],
  [
    'adapters-know-lambda',
    'an event type of Lambda outside the adapters',
    { 'lib/http/a.ts': "import type { Context } from 'aws-lambda'; export type A = Context;" },
  ],
  [
    'aws-stays-in-its-room',
    'the AWS SDK outside lib/platform/aws',
    { 'lib/platform/a.ts': "import '@aws-sdk/client-dynamodb';" },
  ],
  [
    'edge-never-reaches-platform',
    'the platform in the validation',
    { 'lib/validation/a.ts': "import '../platform/wiring.ts';" },
  ],
  [
    'edge-never-reaches-platform',
    'the platform, imported indirectly, in the mails',
    { 'lib/mail/a.ts': "import '../clock.ts';", 'lib/clock.ts': "import './platform/wiring.ts';" },
  ],
  [
    'response-schemas-stay-out-of-bundles',
    'a response schema in a function',
    {
      'functions/a.ts': "import { User } from '../lib/http/response/schemas/user.ts'; export const a = User;",
    },
  ],
  [
    'response-schemas-stay-out-of-bundles',
    'a response schema in a view',
    { 'lib/http/a.ts': "export { User } from './response/schemas/user.ts';" },
  ],
  [
    'console-speaks-through-the-client',
    'a file of the service in the console',
    { 'infra/console/app/pages/a.tsx': "import '../../../../lib/validation/fields.ts';" },
  ],
  [
    'client-stands-alone',
    'a file of the service in the client',
    {
      'infra/client/runtime/a.ts':
        "import type { Email } from '../../../lib/validation/fields.ts'; export type A = Email;",
    },
  ],
  [
    'client-stands-alone',
    'a package in the client',
    { 'infra/client/runtime/a.ts': "import '@aws-sdk/client-dynamodb';" },
  ],
  [
    'functions-take-dependencies',
    'a store in a function',
    { 'functions/a.ts': "import '../lib/platform/aws/table.ts';" },
  ],
];

it.each(VIOLATIONS)('the import rule %s reports %s', async (rule, _, files) => {
  expect(await findBrokenRules({ ...BASE_FILES, ...files })).toContain(rule);
});

it('each import rule is violated by at least one example of this test', () => {
  const tried = new Set(VIOLATIONS.map(([rule]) => rule));
  expect(forbidden.map(({ name }: { name: string }) => name)).toEqual([...tried]);
});

it('permitted imports violate no import rule', async () => {
  const files = {
    'functions/a.ts': "import { clock } from '../lib/platform/wiring.ts'; export const a = clock;",
    'lib/domain/a.ts': "import type { B } from './b.ts'; import 'node:crypto'; export type A = B;",
    'lib/domain/b.ts': 'export type B = 1;',
    'lib/domain/model/a.ts': "import 'valibot'; import 'node:crypto';",
    'lib/http/a.ts': "import type { User } from './response/schemas/user.ts'; export type A = typeof User;",
  };
  expect(await findBrokenRules({ ...BASE_FILES, ...files })).toEqual([]);
});

/** Returns the names of the rules that a project with these files violates. */
async function findBrokenRules(files: Files): Promise<string[]> {
  const project = mkdtempSync(join(tmpdir(), 'rules-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  const ruleSet = { ruleSet: { forbidden }, baseDir: project, validate: true };
  const { output } = await cruise(FOLDERS, { ...options, ...ruleSet });
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ rule }) => rule.name);
}
