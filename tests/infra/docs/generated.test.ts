/** Tests that `.gitattributes` lists every generated file. Other tests check that each file is current. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { CONSOLE_STYLE_SHEETS } from '../../../infra/console/design-style-sheets.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const listed = readFileSync(`${ROOT}.gitattributes`, 'utf8')
  .split('\n')
  .filter(line => line.endsWith(' linguist-generated'))
  .map(line => line.split(' ')[0]);

it('.gitattributes marks every generated JSON file, the generated client code and the generated style sheets', () => {
  const data = globSync('{functions,infra,lib,tests}/**/*.json', {
    cwd: ROOT,
    exclude: ['**/tsconfig*.json'],
  });

  const styleSheets = Object.keys(CONSOLE_STYLE_SHEETS).map(file => `infra/console/app/styles/${file}`);
  expect(listed).toEqual([...data, ...styleSheets, 'infra/client/runtime/generated/**'].sort());
});
