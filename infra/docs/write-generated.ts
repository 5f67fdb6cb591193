/** `npm run docs`: writes anew what is generated, in the pages of this folder and for the client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeApiTypes } from '../client/write-api-types.ts';
import { writeDescription } from '../openapi/write-description.ts';
import { PAGES, withBlocks } from './pages.ts';

for (const [page, blocks] of Object.entries(PAGES)) {
  const file = new URL(page, import.meta.url);
  writeFileSync(file, await withBlocks(readFileSync(file, 'utf8'), blocks));
}

await writeApiTypes();
await writeDescription();
