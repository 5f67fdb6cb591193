/** Tests that the code in the guide for React compiles and runs (infra/docs/guides/react.md). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const CLIENT = join(ROOT, 'infra/client/runtime/index.ts');
const folder = mkdtempSync(join(tmpdir(), 'react-'));

const page = readFileSync(join(ROOT, 'infra/docs/guides/react.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].map(([, file = '', code = '']) => ({
  file,
  code,
}));

beforeAll(() => {
  for (const { file, code } of blocks) writeFileSync(join(folder, file), code);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@tanstack'), join(folder, 'node_modules/@tanstack'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('the code of react.md compiles in a strict project', () => {
  const program = ts.createProgram(
    blocks.map(({ file }) => join(folder, file)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      preserveSymlinks: false,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      types: [],
      paths: {
        'trhovisko-posudkov-client': [CLIENT],
      },
    },
  );
  const errors = blocks.flatMap(({ file }) => [
    ...ts.getPreEmitDiagnostics(program, program.getSourceFile(join(folder, file))),
  ]);

  expect(blocks.map(({ file }) => file)).toEqual(['queries.ts']);
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

/** Bundles the file with the queries, and loads it with a fake API and a fake browser storage. */
async function loadQueries() {
  const values = new Map([['token', 'u_t|s']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  const outfile = join(folder, 'queries.mjs');
  await build({
    entryPoints: [join(folder, 'queries.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['@tanstack/react-query'],
    alias: { 'trhovisko-posudkov-client': CLIENT },
  });
  return import(outfile);
}

it('the queries of react.md reload after a change and are emptied when the session ends', async () => {
  const requests: string[] = [];
  const page = (id: string, next: string | null) => ({
    data: [{ id, state: 'offered' }],
    meta: { next_cursor: next },
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const route = `${method} ${url.replace('http://localhost:3000/api/v1', '')}`;
    requests.push(route);
    if (route === 'POST /testimonies/t1/cancel')
      return new Response('{"message":"x"}', { status: 409, headers: { 'x-error-code': 'wrong-state' } });
    if (route === 'GET /testimonies/t1') return Response.json({ data: { id: 't1', payment: null } });
    return Response.json(url.includes('cursor=') ? page('t2', null) : page('t1', 'c2'));
  });
  const { testimoniesQuery, testimonyQuery, cancelTestimony, queryClient, session } = await loadQueries();

  const list = new InfiniteQueryObserver(queryClient, testimoniesQuery);
  const stopList = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  await list.fetchNextPage();
  expect(requests).toEqual(['GET /testimonies', 'GET /testimonies?cursor=c2']);
  expect(list.getCurrentResult().hasNextPage).toBe(false);

  const testimony = new QueryObserver(queryClient, testimonyQuery('t1'));
  const stopTestimony = testimony.subscribe(() => {});
  await expect.poll(() => testimony.getCurrentResult().isSuccess).toBe(true);
  await expect(
    new MutationObserver(queryClient, cancelTestimony).mutate('t1' as never),
  ).rejects.toMatchObject({
    code: 'wrong-state',
  });
  await expect.poll(() => requests.filter(route => route === 'GET /testimonies/t1').length).toBe(2);

  stopList();
  stopTestimony();
  session.end();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  vi.unstubAllGlobals();
});
