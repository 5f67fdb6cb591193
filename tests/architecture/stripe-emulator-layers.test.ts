/** Tests of the limits that keep the Stripe emulator readable: the number of layers and the imports of each file. */
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, expect, it } from 'vitest';

const FOLDER = 'infra/local/stripe/';
const MAX_LAYERS = 6;
const MAX_IMPORTS = 5;

/** Imports of each file in the emulator's folder. Imports of packages are left out. */
let imports: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const { output } = await cruise([FOLDER], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  });
  const files = (output as ICruiseResult).modules.filter(({ source }) => source.startsWith(FOLDER));
  imports = new Map(
    files.map(({ source, dependencies }) => {
      const resolved = dependencies.map(dependency => dependency.resolved);
      return [source, [...new Set(resolved.filter(path => /^(functions|infra|lib|tests)\//.test(path)))]];
    }),
  );
});

/** Computes the layer of a file: one above the highest layer of the files that it imports from the folder. */
function computeLayer(file: string): number {
  const below = (imports.get(file) ?? []).filter(path => imports.has(path));
  return 1 + Math.max(0, ...below.map(computeLayer));
}

it(`the Stripe emulator has at most ${MAX_LAYERS} layers of files`, () => {
  const layers = [...imports.keys()].map(file => [file, computeLayer(file)] as const);

  expect(layers).toContainEqual([`${FOLDER}types.ts`, 1]);
  expect(layers).toContainEqual([`${FOLDER}server.ts`, expect.any(Number)]);
  expect(layers.filter(([, layer]) => layer > MAX_LAYERS)).toEqual([]);
});

it(`each file of the Stripe emulator has at most ${MAX_IMPORTS} imports`, () => {
  expect(imports.get(`${FOLDER}ledger.ts`)).toEqual([`${FOLDER}types.ts`]);
  expect([...imports].filter(([, files]) => files.length > MAX_IMPORTS)).toEqual([]);
});
