/** `npm run docs` writes the generated blocks of these pages, the API client and the API description. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generateClient } from '../client/generate.ts';
import { writeDescription } from '../openapi/write-description.ts';
import { PAGES, withBlocks } from './pages.ts';

for (const [page, blocks] of Object.entries(PAGES)) {
  const file = new URL(page, import.meta.url);
  writeFileSync(file, await withBlocks(readFileSync(file, 'utf8'), blocks));
}

await generateClient();
await writeDescription();
