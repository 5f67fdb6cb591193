/** Entry point of `npm run console -- <folder> <API URL> [stage]`, which writes the console for the stage's bucket. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { parse } from 'yaml';
import { buildConsole } from './build-console.ts';

const program = new Command('npm run console --')
  .description("Write the console for the stage's bucket.")
  .argument('<folder>', 'Folder for the files, for example .package/console.')
  .argument('<url>', 'URL of the API, without /api/v1.')
  .argument('[stage]', 'Stage whose links and days the console shows.', 'sandbox')
  .parse();
const [folder, apiUrl, stage] = program.processedArgs as [string, string, string];
if (!URL.canParse(apiUrl)) program.error(`error: ${apiUrl} is no URL`);
const stageFile = new URL(`../stages/${stage}.yml`, import.meta.url);
const { settings } = parse(readFileSync(stageFile, 'utf8'), { logLevel: 'silent' });
for (const [path, { content }] of await buildConsole(new URL(apiUrl).origin, settings)) {
  const file = join(resolve(folder), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
