/** The package as a frontend gets it (contract §7, client). */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePackage } from '../../../infra/client/package.ts';
import { currentApiTypes } from '../../../infra/client/write-api-types.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'client-'));
const project = mkdtempSync(join(tmpdir(), 'frontend-'));
const INSTALLED = join(project, 'node_modules/trhovisko-posudkov-client');

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--silent', '--offline', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
  });

beforeAll(() => {
  writePackage(folder);
  const packed = npm(folder, 'pack', '--pack-destination', project).trim();
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  npm(project, 'install', `./${packed}`);
});

afterAll(() => {
  for (const made of [folder, project]) rmSync(made, { recursive: true });
});

/** What a strict compiler says of a frontend's files; with the types of a browser, and no others. */
function complaints(sources: readonly string[]): string[][] {
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

const ALL = `import * as client from 'trhovisko-posudkov-client';
  const { createClient, isProblem, fieldErrors, paginate, etagOf } = client;
  const api = createClient({ baseUrl: 'http://localhost:3000', token: () => undefined });
`;

/** All TypeScript of a page, one after another. */
function examplesOn(page: string): string {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)];
  expect(blocks.length, page).toBeGreaterThan(0);
  return blocks.map(([, block]) => block).join('\n');
}

const RIGHT = `
  const { token }: { token: string } = await api.login({ email: 'a@b.sk', password: 'x' });
  const me = await api.showMe();
  if (me.role === 'expert') console.log(me.registrationNumber, token);
  await api.updateMe({ newsletterSubscribed: true }, { ifMatch: etagOf(me) });
  await api.resubmitIdentityDocuments({ front: new File([], 'a'), back: 'incoming/…' }, {
    onProgress: ({ loaded, total }) => console.log(loaded / total),
  });
  for await (const { state } of api.paginate('listTestimonies')) console.log(state === 'offered');
  for await (const { price } of paginate(cursor => api.listOffers({ id: me.id, cursor }))) price.toFixed(2);
  const purpose: client.Purpose = 'mortgage';
  console.log(client.LABELS.Purpose.sk[purpose]);
  const nothing: undefined = await api.logout();
  const error: unknown = nothing;
  console.log(fieldErrors(error)['bankAccount.iban']?.[0]);
  if (isProblem(error, 'already-offered', 'wrong-state')) {
    const code: 'already-offered' | 'wrong-state' = error.code;
    console.log(code);
  }`;

const WRONG = {
  'a field that is missing': "api.login({ email: 'a@b.sk' });",
  'a field of another type': "api.createOffer({ id: 'x', price: '1', daysToComplete: 1 });",
  'a choice that is none': "api.createUpload({ purpose: 'x', contentType: 'image/png', size: 1 });",
  'a code that is none': "isProblem(undefined, 'no-such-code');",
  'a page of what is no list': "api.paginate('showMe');",
  'a call that needs an input': 'api.showTestimony();',
};

describe('the package', () => {
  it('knows the API as it is described today', async () => {
    expect(readFileSync(join(ROOT, 'infra/client/runtime/api.ts'), 'utf8'), 'npm run docs').toBe(
      await currentApiTypes(),
    );
  });

  it('needs no other and has nothing of the service in it', () => {
    const { dependencies, peerDependencies, type } = JSON.parse(
      readFileSync(join(INSTALLED, 'package.json'), 'utf8'),
    );
    const imports = globSync('*.{js,d.ts}', { cwd: INSTALLED }).flatMap(file =>
      [...readFileSync(join(INSTALLED, file), 'utf8').matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(
        ([, from]) => from,
      ),
    );

    expect({ dependencies, peerDependencies, type }).toEqual({ type: 'module' });
    expect(imports.length).toBeGreaterThan(10);
    for (const from of imports) expect(from).toMatch(/^\.\/[\w-]+\.js$/);
  });

  it('is small', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(INSTALLED, 'index.js')],
      ...{ bundle: true, minify: true, format: 'esm', write: false, platform: 'browser', target: 'es2022' },
    });

    expect(outputFiles[0]?.contents.length).toBeLessThan(15_000);
  });

  it('type-checks in a strict frontend, as the pages show it, and refuses what is wrong', () => {
    const pages = ['infra/docs/frontends.md', 'infra/client/README.md'].map(examplesOn);
    const sources = [RIGHT, ...Object.values(WRONG)].map(source => ALL + source);

    const [page, readme, right, ...wrong] = complaints([...pages, ...sources]);

    expect([page, readme]).toEqual([[], []]);
    expect(right).toEqual([]);
    expect(Object.keys(WRONG).filter((_, index) => wrong[index]?.length !== 1)).toEqual([]);
  });
});
