/** Tests of the npm package that frontends install (infra/docs/api/conventions.md). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { generateClient } from '../../../infra/client/generate.ts';
import { writePackage } from '../../../infra/client/write-package.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const project = mkdtempSync(join(tmpdir(), 'frontend-'));
const INSTALLED = join(project, 'node_modules/trhovisko-posudkov-client');

beforeAll(() => {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync(
    'npm',
    ['install', '--silent', '--offline', '--no-audit', '--no-fund', writePackage(project)],
    {
      cwd: project,
    },
  );
});

afterAll(() => {
  rmSync(project, { recursive: true });
});

/**
 * Compiles each file of a frontend in strict mode, with only the types of a browser, and returns the errors by file.
 */
function compileErrors(sources: readonly string[], extension = 'ts'): string[][] {
  const files = sources.map((source, index) => {
    const file = join(project, `frontend-${index}.${extension}`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  return files.map(file =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

const IMPORTS = `import * as client from 'trhovisko-posudkov-client';
  const { createClient, isProblem, fieldErrors, paginate, etagOf } = client;
  const api = createClient({ baseUrl: 'http://localhost:3000', token: () => undefined });
`;

/** Returns all TypeScript examples of a page as one text. */
function readExamples(page: string): string {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)];
  expect(blocks.length, page).toBeGreaterThan(0);
  return blocks.map(([, block]) => block).join('\n');
}

const VALID_PROGRAM = `
  const { token }: { token: string } = await api.login({ body: { email: 'a@b.sk', password: 'x' } });
  const me = await api.showMe();
  if (me.role === 'expert') console.log(me.registrationNumber, token);
  await api.updateMe({ body: { newsletterSubscribed: true }, ifMatch: etagOf(me) });
  await api.resubmitIdentityDocuments({
    body: { verificationDocumentFront: new File([], 'a'), verificationDocumentBack: 'incoming/…' },
    onProgress: ({ loaded, total }) => console.log(loaded / total),
  });
  for await (const { state } of paginate(query => api.listTestimonies({ query }))) console.log(state === 'offered');
  for await (const { id } of paginate(query => api.listTestimonies({ query: { state: 'completed', limit: 100, ...query } })))
    id.trim();
  await api.listOfferable({ query: { region: 'ba', createdAfter: '2026-11-01', limit: 1 } });
  for await (const { price } of paginate(query => api.listOffers({ path: { id: me.id }, query }))) price.toFixed(2);
  const purpose: client.Purpose = 'mortgage';
  console.log(client.PURPOSE_LABELS.sk[purpose]);
  const label: string = client.labelOf(client.TESTIMONY_STATE_LABELS, 'pending', 'en');
  const partner = client.createClient({ baseUrl: '', partner: 'id' });
  const { type, data }: client.WebhookPayload = JSON.parse('{}');
  if (type === 'testimony.accepted') await partner.health().then(() => console.log(data.userId, data.about.id));
  const session = client.createSession({ storage: { getItem: () => label, setItem: () => {}, removeItem: () => {} } });
  client.createClient({ baseUrl: '', ...session.options, timeout: 5, onRetry: ({ route, seconds }) => console.log(route, seconds) });
  const nothing: void = await api.logout();
  const error: unknown = nothing;
  console.log(fieldErrors(error)['bankAccount.iban']?.[0]);
  const { message, fields, fieldCodes } = client.errorTexts(error, 'en');
  if (fieldCodes.email?.includes('email-taken')) console.log(message, fields.email);
  if (isProblem(error, 'timeout', 'connection-failed')) console.log(error.mayHaveTakenEffect);
  if (isProblem(error, 'already-offered', 'wrong-state')) {
    const code: 'already-offered' | 'wrong-state' = error.code;
    console.log(code);
  }
  if (isProblem(error, 'registerExpert', 'email-taken')) console.log(error.errors.email?.[0], error.errors['regions.2']);
  if (isProblem(error, 'registerExpert', 'wrong-role')) console.log('code of the upload');
  if (isProblem(error, 'updateMe', 'stale', 'timeout')) {
    const code: 'stale' | 'timeout' = error.code;
    console.log(code);
  }
  await api.createTestimony({ body: {} as never, idempotencyKey: 'k' });`;

/** Program without types that calls an API that does not respond. */
const PROGRAM = `
  import { createClient, errorTexts, labelOf, REGION_LABELS } from 'trhovisko-posudkov-client';
  const api = createClient({ baseUrl: 'http://127.0.0.1:1' });
  api.health().catch(error => {
    console.log(labelOf(REGION_LABELS, 'ke', 'sk') + ', ' + error.code + ': ' + errorTexts(error, 'en').message);
  });
`;

const INVALID_STATEMENTS = {
  'a missing field': "api.login({ body: { email: 'a@b.sk' } });",
  'a field of the wrong type':
    "api.createOffer({ path: { id: 'x' }, body: { price: '1', daysToComplete: 1 } });",
  'an unknown value of an enumeration':
    "api.createUpload({ body: { purpose: 'x', contentType: 'image/png', size: 1 } });",
  'an unknown value of a filter': "api.listTestimonies({ query: { state: 'open' } });",
  'a limit that is a text': "api.listOfferable({ query: { limit: '5' } });",
  'labels of an unknown enumeration': "client.labelOf(client.NO_SUCH_LABELS, 'x', 'sk');",
  'a text in an unknown language': "client.errorTexts(undefined, 'de');",
  'an unknown error code': "isProblem(undefined, 'no-such-code');",
  'an error code of another operation': "isProblem(undefined, 'registerExpert', 'not-offered');",
  'the code of a field error for an operation without a body':
    "isProblem(undefined, 'showMe', 'email-taken');",
  'a field of another operation':
    "const error: unknown = 0; if (isProblem(error, 'login')) console.log(error.errors.regions);",
  'an idempotency key for a route without one': "api.login({ body: {} as never, idempotencyKey: 'k' });",
  'an ETag for a route that does not compare it': "api.showMe({ ifMatch: 'e' });",
  'the progress of a call without files': 'api.logout({ onProgress: () => {} });',
  'pages of a route that is not a list': 'paginate(() => api.showMe());',
  'a missing path': 'api.showTestimony();',
  'an option that only the generator knows': "api.showMe({ parseAs: 'text' });",
};

/** Returns the text of every file below a folder, by path. */
function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file => file.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    paths.map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const),
  );
}

/** Returns the gzipped size in bytes of a minified browser program that imports the package. */
async function measureBundle(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    platform: 'browser',
    target: 'es2022',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

const findImports = (text: string) =>
  [...text.matchAll(/(?<!['"])(?:from|import|require) ?\(?['"]([^'"]+)['"]/g)].map(
    ([, specifier]) => specifier,
  );

it('the generated code of the client matches the current API description', async () => {
  const fresh = join(mkdtempSync(join(tmpdir(), 'generated-')), 'generated');
  onTestFinished(() => rmSync(join(fresh, '..'), { recursive: true }));

  await generateClient(fresh);

  expect(readTexts(fresh), 'npm run docs').toEqual(readTexts(join(ROOT, 'infra/client/runtime/generated')));
});

it('the client package has no dependencies', () => {
  const files = readTexts(INSTALLED);
  const { dependencies, peerDependencies } = JSON.parse(files['package.json'] ?? '');

  expect({ dependencies, peerDependencies }).toEqual({});
  expect(Object.keys(files)).toContain('esm/index.d.ts');
  for (const [path, text] of Object.entries(files).filter(([path]) => /\.(js|d\.ts)$/.test(path))) {
    for (const specifier of findImports(text)) expect(specifier, path).toMatch(/^\.{1,2}\/[\w./-]+\.js$/);
  }
});

it.each([
  ['an ES module', 'program.mjs', PROGRAM],
  ['a CommonJS module', 'program.cjs', PROGRAM.replace(/import (.*) from (.*);/, 'const $1 = require($2);')],
])('%s in Node.js runs with the installed client package', (_, file, program) => {
  writeFileSync(join(project, file), program);

  expect(execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim()).toBe(
    'Košický kraj, connection-failed: The connection broke. Check your connection and try again.',
  );
});

it.each([
  ['one method', "import { createClient } from 'PACKAGE'; createClient({ baseUrl: '' }).showMe();", 5000],
  [
    'one label',
    "import { labelOf, REGION_LABELS } from 'PACKAGE'; labelOf(REGION_LABELS, 'ke', 'sk');",
    2000,
  ],
  ['everything', "export * from 'PACKAGE'", 16_000],
])('a bundle with %s of the client package stays below its size limit', async (_, program, limit) => {
  expect(await measureBundle(program.replace('PACKAGE', 'trhovisko-posudkov-client'))).toBeLessThan(limit);
});

it('the documented examples compile in a strict TypeScript project, but invalid calls do not', () => {
  const pages = ['infra/docs/frontends.md', 'infra/client/README.md'].map(readExamples);
  const sources = [VALID_PROGRAM, ...Object.values(INVALID_STATEMENTS)].map(source => IMPORTS + source);

  const errors = compileErrors([...pages, ...sources]);
  const [right, ...wrong] = errors.slice(pages.length);

  expect(errors.slice(0, pages.length)).toEqual(pages.map(() => []));
  expect(right).toEqual([]);
  expect(Object.keys(INVALID_STATEMENTS).filter((_, index) => wrong[index]?.length !== 1)).toEqual([]);
});
