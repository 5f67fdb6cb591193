/** The list of generated files in `.gitattributes`. Tests beside each file's writer check that the file is current. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const listed = readFileSync(`${ROOT}.gitattributes`, 'utf8')
  .split('\n')
  .filter(line => line.endsWith(' linguist-generated'))
  .map(line => line.split(' ')[0]);

it('lists every data file that a command writes, and the generated code of the client', () => {
  const data = globSync('{functions,infra,lib,tests}/**/*.json', {
    cwd: ROOT,
    exclude: ['**/tsconfig*.json'],
  });

  expect(listed).toEqual([...data, 'infra/client/runtime/generated/**'].sort());
});
