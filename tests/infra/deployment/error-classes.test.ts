/**
 * The bundles leave out the error classes of some AWS clients (infra/bundle/plugins.cjs): what is thrown
 * there has its name, and `instanceof` would never hold.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OnLoadResult, PluginBuild } from 'esbuild';
import { expect, it } from 'vitest';
import plugins from '../../../infra/bundle/plugins.cjs';

const ROOT = new URL('../../../', import.meta.url).pathname;

type Load = (args: { path: string }) => Promise<OnLoadResult>;

/** What the bundler makes of the module in which a client registers its errors. */
async function bundledSchemas(client: string): Promise<string> {
  const loads: Load[] = [];
  const build = { onLoad: (_: unknown, load: Load) => loads.push(load) } as unknown as PluginBuild;
  plugins.find(({ name }) => name === 'unused-shapes')?.setup(build);
  const path = join(ROOT, 'node_modules/@aws-sdk', client, 'dist-es/schemas/schemas_0.js');
  return String((await loads[0]?.({ path }))?.contents);
}

async function isKept(client: string, error: string): Promise<boolean> {
  return (await bundledSchemas(client)).includes(`registerError(${error}$, ${error})`);
}

/** The classes of AWS clients that a source compares with, each with its client. */
function comparedIn(source: string): [client: string, error: string][] {
  const compared = new Set([...source.matchAll(/instanceof (\w+)/g)].map(([, name]) => name));
  const imports = source.matchAll(/import \{([^}]*)\} from '@aws-sdk\/(client-[a-z0-9-]+)'/g);
  return [...imports].flatMap(([, names = '', client = '']) =>
    names
      .split(',')
      .map(name => name.trim())
      .filter(name => compared.has(name))
      .map(name => [client, name] as [string, string]),
  );
}

it('compares only with error classes that the bundles keep', async () => {
  const sources = globSync(['lib/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT });
  const compared = sources.flatMap(file => comparedIn(readFileSync(join(ROOT, file), 'utf8')));
  const kept = await Promise.all(compared.map(([client, error]) => isKept(client, error)));

  expect(compared).toContainEqual(['client-dynamodb', 'ConditionalCheckFailedException']);
  expect(compared.filter((_, at) => !kept[at])).toEqual([]);
});

it('would notice one that they leave out', async () => {
  const source = `
    import { ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
    const isGone = (error: unknown) => error instanceof ParameterNotFound;`;

  expect(comparedIn(source)).toEqual([['client-ssm', 'ParameterNotFound']]);
  expect(await isKept('client-ssm', 'ParameterNotFound')).toBe(false);
  expect(
    readFileSync(join(ROOT, 'node_modules/@aws-sdk/client-ssm/dist-es/schemas/schemas_0.js'), 'utf8'),
  ).toContain('registerError(ParameterNotFound$, ParameterNotFound)');
});
