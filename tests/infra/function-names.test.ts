/** Tests that the file, YAML entry, route, doc comment, operation and test file of each function share one name. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENTRIES } from '../../infra/functions/index.ts';
import { describeApi } from '../../infra/openapi/describe-api.ts';
import { createOperationId } from '../../infra/openapi/operation-id.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const files = globSync('functions/**/*.ts', { cwd: ROOT }).sort();
const entries = Object.entries(ENTRIES);

it('the YAML files have exactly one entry for each function file', () => {
  const wired = entries.map(([name, { handler }]) => [name, handler.replace(/\.handler$/, '.ts')]);

  expect(wired.map(([, file]) => file).sort()).toEqual(files);
  expect(wired.map(([name]) => name)).toEqual(wired.map(([, file]) => getFunctionName(file as string)));
});

const routes = entries.flatMap(([name, { handler, events = [] }]) =>
  events
    .map(({ httpApi }) => (httpApi?.path ? `${httpApi.method} ${httpApi.path}` : httpApi))
    .filter(Boolean)
    .map(route => [name, handler.replace(/\.handler$/, '.ts'), route] as const),
);

it.each(routes)('the doc comment of %s begins with its route', (_, file, route) => {
  const [, firstLine = ''] = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');

  expect(firstLine.replace(/ \(.*/, '')).toBe(` * ${route.replace('HEAD', 'GET')}`);
});

it('the OpenAPI description has exactly the routes and names of the YAML files', async () => {
  const { paths } = await describeApi();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  );

  expect(described.sort()).toEqual(
    routes
      .map(([name, , route]) => `${createOperationId(name as string, route.split(' ')[0])}: ${route}`)
      .sort(),
  );
});

it.each(files)('the file %s has a test file', file => {
  expect(existsSync(`${ROOT}tests/${file.replace(/\.ts$/, '.test.ts')}`)).toBe(true);
});

/**
 * Converts a file's path into the name of its function, without subfolders: `functions/me/show.ts` becomes `me-show`.
 */
function getFunctionName(file: string): string {
  const path = file.replace(/^functions\/|\.ts$/g, '').split('/');
  return [path[0], ...path.slice(1).slice(-1)].join('-');
}
