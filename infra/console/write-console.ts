/** Entry point of `npm run console -- <folder> <API URL>`, which writes the console's files for the stage's bucket. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildConsole } from './build-console.ts';

const [folder, apiUrl = ''] = process.argv.slice(2);
if (!folder || !URL.canParse(apiUrl)) {
  console.error('Usage: npm run console -- <folder> <URL of the API, without /api/v1>');
  process.exit(1);
}
for (const [path, { content }] of await buildConsole(new URL(apiUrl).origin, process.env)) {
  const file = join(resolve(folder), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
