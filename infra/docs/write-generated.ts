/** `npm run docs`: writes what is generated in the pages of this folder anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGES, withBlocks } from './pages.ts';

for (const [page, blocks] of Object.entries(PAGES)) {
  const file = new URL(page, import.meta.url);
  writeFileSync(file, await withBlocks(readFileSync(file, 'utf8'), blocks));
}
