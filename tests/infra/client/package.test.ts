/** Tests of the npm package that frontends install (infra/docs/api/conventions.md). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { generateClient } from '../../../infra/client/generate.ts';
import { writePackage } from '../../../infra/client/write-package.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'client-'));
const project = mkdtempSync(join(tmpdir(), 'frontend-'));
const INSTALLED = join(project, 'node_modules/trhovisko-posudkov-client');

const runNpm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--silent', '--offline', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
  });

beforeAll(() => {
  writePackage(folder);
  const packed = runNpm(folder, 'pack', '--pack-destination', project).trim();
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  runNpm(project, 'install', `./${packed}`);
});

afterAll(() => {
  for (const made of [folder, project]) rmSync(made, { recursive: true });
});

/** Compiles each file of a frontend strictly, with only the types of a browser, and returns the errors by file. */
function compileErrors(sources: readonly string[]): string[][] {
  const files = sources.map((source, index) => {
    const file = join(project, `frontend-${index}.ts`);
    writeFileSync(file, source);
    return file;
  });
  const program = ts.createProgram(files, {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
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

const GUIDES_WITH_CLIENT = ['quickstart', 'registering-an-expert', 'pagination'];

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
  console.log(client.LABELS.Purpose.sk[purpose]);
  const label: string = client.labelOf('TestimonyState', 'pending', 'en');
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
  }`;

/** A program without types, which calls an API that does not respond. */
const PROGRAM = `
  import { createClient, errorTexts, labelOf } from 'trhovisko-posudkov-client';
  const api = createClient({ baseUrl: 'http://127.0.0.1:1' });
  const error = await api.health().catch(problem => problem);
  console.log(labelOf('Region', 'ke', 'sk') + ', ' + error.code + ': ' + errorTexts(error, 'en').message);
`;

const INVALID_STATEMENTS = {
  'a missing field': "api.login({ body: { email: 'a@b.sk' } });",
  'a field of the wrong type':
    "api.createOffer({ path: { id: 'x' }, body: { price: '1', daysToComplete: 1 } });",
  'an unknown value of an enumeration':
    "api.createUpload({ body: { purpose: 'x', contentType: 'image/png', size: 1 } });",
  'an unknown value of a filter': "api.listTestimonies({ query: { state: 'open' } });",
  'a limit that is a text': "api.listOfferable({ query: { limit: '5' } });",
  'a label of an unknown enumeration': "client.labelOf('NoSuchEnum', 'x', 'sk');",
  'a text in an unknown language': "client.errorTexts(undefined, 'de');",
  'an unknown error code': "isProblem(undefined, 'no-such-code');",
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

/** Returns the gzipped size of a minified program for browsers that imports the package, in bytes. */
async function measureBundle(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: INSTALLED },
    ...{ bundle: true, minify: true, format: 'esm', write: false, platform: 'browser', target: 'es2022' },
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
}

const findImports = (text: string) =>
  [...text.matchAll(/(?:from|import) ?\(?['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier);

describe('package of the client', () => {
  it('the generated code of the client matches the current API description', async () => {
    const fresh = join(mkdtempSync(join(tmpdir(), 'generated-')), 'generated');
    onTestFinished(() => rmSync(join(fresh, '..'), { recursive: true }));

    await generateClient(fresh);

    expect(readTexts(fresh), 'npm run docs').toEqual(readTexts(join(ROOT, 'infra/client/runtime/generated')));
  });

  it('the client package is one JavaScript module without dependencies', () => {
    const files = readTexts(INSTALLED);
    const { dependencies, peerDependencies, type } = JSON.parse(files['package.json'] ?? '');
    const declarations = Object.entries(files).filter(([path]) => path.endsWith('.d.ts'));

    expect({ dependencies, peerDependencies, type }).toEqual({ type: 'module' });
    expect(Object.keys(files).filter(path => path.endsWith('.js'))).toEqual(['index.js']);
    expect(findImports(files['index.js'] ?? '')).toEqual([]);
    expect(declarations.length).toBeGreaterThan(10);
    for (const specifier of declarations.flatMap(([, text]) => findImports(text))) {
      expect(specifier).toMatch(/^\.{1,2}\/[\w./-]+\.js$/);
    }
  });

  it('the client package contains only code, types, its README and its changelog', () => {
    const others = Object.keys(readTexts(INSTALLED)).filter(path => !/[.]d[.]ts$/.test(path));

    expect(others.sort()).toEqual(['CHANGELOG.md', 'README.md', 'index.js', 'package.json']);
    expect(readFileSync(join(INSTALLED, 'CHANGELOG.md'), 'utf8')).not.toContain('](');
  });

  it('a program in Node.js runs with the installed client package', () => {
    writeFileSync(join(project, 'program.mjs'), PROGRAM);

    expect(execFileSync(process.execPath, ['program.mjs'], { cwd: project, encoding: 'utf8' }).trim()).toBe(
      'Košický kraj, connection-failed: The connection broke. Check your connection and try again.',
    );
  });

  it('a bundle contains only what its page imports from the client package', async () => {
    expect(
      await measureBundle("export { createClient, fieldErrors, isProblem } from './index.js'"),
    ).toBeLessThan(5700);
    expect(await measureBundle("export * from './index.js'")).toBeLessThan(16_000);
  });

  it('the documented examples compile in a strict TypeScript project, in contrast to invalid calls', () => {
    const guides = GUIDES_WITH_CLIENT.map(name => `infra/docs/guides/${name}.md`);
    const pages = ['infra/docs/frontends.md', 'infra/client/README.md', ...guides].map(readExamples);
    const sources = [VALID_PROGRAM, ...Object.values(INVALID_STATEMENTS)].map(source => IMPORTS + source);

    const errors = compileErrors([...pages, ...sources]);
    const [right, ...wrong] = errors.slice(pages.length);

    expect(errors.slice(0, pages.length)).toEqual(pages.map(() => []));
    expect(right).toEqual([]);
    expect(Object.keys(INVALID_STATEMENTS).filter((_, index) => wrong[index]?.length !== 1)).toEqual([]);
  });
});
