/** Entry point of `npm run console -- <folder> <API URL> [stage]`, which writes the console for the stage's bucket. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { buildConsole } from './build-console.ts';

const [folder, apiUrl = '', stage = 'sandbox'] = process.argv.slice(2);
if (!folder || !URL.canParse(apiUrl)) {
  console.error(
    'Usage: npm run console -- <folder> <URL of the API, without /api/v1> [stage, default: sandbox]',
  );
  process.exit(1);
}
const stageFile = new URL(`../stages/${stage}.yml`, import.meta.url);
const { settings } = parse(readFileSync(stageFile, 'utf8'), { logLevel: 'silent' });
for (const [path, { content }] of await buildConsole(new URL(apiUrl).origin, settings)) {
  const file = join(resolve(folder), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
