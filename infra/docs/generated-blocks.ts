/**
 * Generated blocks of the documentation pages. A block is the text between `<!-- NAME: npm run docs -->` and
 * `<!-- end of NAME -->`; the rest of a page is written by hand.
 */
import { describeApi } from '../openapi/describe-api.ts';
import { renderDeadJobs } from './dead-job-table.ts';
import { renderClientErrors, renderErrors, renderFieldErrors, renderMissingFields } from './error-page.ts';
import { renderMails } from './mail-list.ts';
import { renderMoneyStates } from './money-state-table.ts';
import { renderRateLimits } from './rate-limit-table.ts';
import { renderEndpoint } from './render-endpoint.ts';

type BlockGenerators = Readonly<Record<string, () => string | Promise<string>>>;

/** Generators of the blocks, by the path of the page in this folder and the name of the block. */
export const BLOCKS_BY_PAGE: Readonly<Record<string, BlockGenerators>> = {
  'developers.md': { endpoint: renderEndpoint },
  'alarms.md': { 'dead jobs': renderDeadJobs },
  'api/payments.md': { 'table of states': renderMoneyStates },
  'api/errors.md': {
    codes: async () => renderErrors(await describeApi()),
    'codes of the client': renderClientErrors,
    'field errors': renderFieldErrors,
    'missing fields': renderMissingFields,
  },
  'api/mails.md': { 'list of mails': renderMails },
  'api/conventions.md': { limits: renderRateLimits },
};

/**
 * Replaces the blocks in a page with newly generated content.
 * @throws Error when the page lacks the markers of a block
 */
export async function replaceBlocks(text: string, blocks: BlockGenerators): Promise<string> {
  let newText = text;
  for (const [name, content] of Object.entries(blocks)) {
    newText = replaceBlock(newText, name, await content());
  }
  return newText;
}

function replaceBlock(text: string, name: string, content: string): string {
  const [opening, closing] = [`<!-- ${name}: npm run docs -->`, `<!-- end of ${name} -->`];
  const [begin, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (begin < 0 || end < begin) throw new Error(`The page has no block from ${opening} to ${closing}.`);
  return [text.slice(0, begin) + opening, content, text.slice(end)].join('\n\n');
}
