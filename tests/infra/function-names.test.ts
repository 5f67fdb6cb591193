/** Path, file, YAML entry, route, doc line and test of a function share one name (infra/docs/api/conventions.md). */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEntries } from '../../infra/functions/index.cjs';
import { describeApi } from '../../infra/openapi/describe-api.ts';
import { createOperationId } from '../../infra/openapi/operation-id.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const files = globSync('functions/**/*.ts', { cwd: ROOT }).sort();
const entries = Object.entries(readEntries());

it('wires every file once, under its own name', () => {
  const wired = entries.map(([name, { handler }]) => [name, handler.replace(/\.handler$/, '.ts')]);

  expect(wired.map(([, file]) => file).sort()).toEqual(files);
  expect(wired.map(([name]) => name)).toEqual(wired.map(([, file]) => getFunctionName(file as string)));
});

const routed = entries.flatMap(([name, { handler, events = [] }]) =>
  events
    .map(({ httpApi }) => (httpApi?.path ? `${httpApi.method} ${httpApi.path}` : httpApi))
    .filter(route => route && route !== '*')
    .map(route => [name, handler.replace(/\.handler$/, '.ts'), route] as const),
);

it.each(routed)('%s says its route in its first line', (_, file, route) => {
  const [, firstLine = ''] = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');

  expect(firstLine.replace(/ \(.*/, '')).toBe(` * ${route}`);
});

it('describes every route to frontends, and no other', async () => {
  const { paths } = await describeApi();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );

  expect(described.sort()).toEqual(
    routed.map(([name, , route]) => `${createOperationId(name as string)}: ${route}`).sort(),
  );
});

it.each(files)('%s has a test', file => {
  expect(existsSync(`${ROOT}tests/${file.replace(/\.ts$/, '.test.ts')}`)).toBe(true);
});

/** `functions/me/show.ts` → `me-show`. */
const getFunctionName = (file: string) => file.replace(/^functions\/|\.ts$/g, '').replaceAll('/', '-');
