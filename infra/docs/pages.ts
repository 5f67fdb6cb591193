/**
 * Generated blocks of the documentation pages. A block is the text between `<!-- its name: npm run docs -->` and
 * `<!-- end of its name -->`; the rest of a page is written by hand.
 */
import { describeApi } from '../openapi/api.ts';
import { costTable, loadTable, REGISTRATION, SALE } from './capacity.ts';
import { limitTable } from './limits.ts';
import { isForOperators, routeTable } from './routes.ts';
import { stateDiagrams } from './state-diagram.ts';

type Blocks = Readonly<Record<string, () => string | Promise<string>>>;

/** Generators of the blocks, by page in this folder and block name. */
export const PAGES: Readonly<Record<string, Blocks>> = {
  'capacity.md': {
    registrations: () => loadTable(REGISTRATION),
    'cost of registrations': () => costTable(REGISTRATION),
    orders: () => loadTable(SALE),
    'cost of orders': () => costTable(SALE),
  },
  'data.md': { 'state diagrams': stateDiagrams },
  'frontends.md': {
    routes: async () => routeTable(await describeApi(), operation => !isForOperators(operation)),
  },
  'api/conventions.md': { limits: limitTable },
  'operators.md': { routes: async () => routeTable(await describeApi(), isForOperators) },
};

/**
 * Replaces the blocks in a page with newly generated content.
 * @throws Error when the page lacks the markers of a block
 */
export async function withBlocks(text: string, blocks: Blocks): Promise<string> {
  let written = text;
  for (const [name, content] of Object.entries(blocks)) {
    written = withBlock(written, name, await content());
  }
  return written;
}

function withBlock(text: string, name: string, content: string): string {
  const [opening, closing] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`];
  const [begin, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (begin < 0 || end < begin) throw new Error(`The page has no block from ${opening} to ${closing}.`);
  return [text.slice(0, begin) + opening, content, text.slice(end)].join('\n\n');
}
