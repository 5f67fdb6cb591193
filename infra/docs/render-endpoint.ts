/** Example of an endpoint for the page for developers: its declaration, from the file of the function. */
import { readFileSync } from 'node:fs';

const FILE = new URL('../../functions/testimonies/confirm.ts', import.meta.url);

export function renderEndpoint(): string {
  const source = readFileSync(FILE, 'utf8');
  return ['```ts', source.slice(source.indexOf('export const handler')).trim(), '```'].join('\n');
}
