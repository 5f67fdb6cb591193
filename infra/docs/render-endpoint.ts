/**
 * Generator of the example in `developers.md`: the declaration of one endpoint, copied from the source of its function.
 */
import { readFileSync } from 'node:fs';

const FILE = new URL('../../functions/testimonies/confirm.ts', import.meta.url);

export function renderEndpoint(): string {
  const source = readFileSync(FILE, 'utf8');
  return ['```ts', source.slice(source.indexOf('export const handler')).trim(), '```'].join('\n');
}
