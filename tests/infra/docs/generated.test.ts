/** Tests that `.gitattributes` lists every generated file. Other tests check that each file is current. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const listed = readFileSync(`${ROOT}.gitattributes`, 'utf8')
  .split('\n')
  .filter(line => line.endsWith(' linguist-generated'))
  .map(line => line.split(' ')[0]);

it('.gitattributes marks every generated JSON file and the generated client code', () => {
  const data = globSync('{functions,infra,lib,tests}/**/*.json', {
    cwd: ROOT,
    exclude: ['**/tsconfig*.json'],
  });

  expect(listed).toEqual([...data, 'infra/client/runtime/generated/**'].sort());
});
