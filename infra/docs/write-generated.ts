/**
 * Entry point of `npm run docs`, which writes the generated blocks of the documentation pages, the API client, the API
 * description and the operations of the operators' commands.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { generateClient } from '../client/generate.ts';
import { generateDescription } from '../openapi/describe-api.ts';
import { generateOperations } from '../operator/generate-operations.ts';
import { BLOCKS_BY_PAGE, replaceBlocks } from './generated-blocks.ts';

new Command('npm run docs')
  .description('Write the generated blocks of the pages, the API client and the API description.')
  .parse();

for (const [page, blocks] of Object.entries(BLOCKS_BY_PAGE)) {
  const file = new URL(page, import.meta.url);
  writeFileSync(file, await replaceBlocks(readFileSync(file, 'utf8'), blocks));
}

await generateClient();
writeFileSync(new URL('../../lib/http/openapi.json', import.meta.url), await generateDescription());
writeFileSync(new URL('../operator/operations.json', import.meta.url), await generateOperations());
