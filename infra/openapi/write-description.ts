import { writeFileSync } from 'node:fs';
import { describeApi, notForOperators } from './api.ts';

/** Generates the description that `functions/docs/show-description.ts` serves, without the operators' routes. */
export async function currentDescription(): Promise<string> {
  return `${JSON.stringify(await describeApi(notForOperators), null, 1)}\n`;
}

export async function writeDescription(): Promise<void> {
  writeFileSync(new URL('../../lib/http/openapi.json', import.meta.url), await currentDescription());
}
