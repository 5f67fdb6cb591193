/** Writer of `lib/http/openapi.json`, the API description without the operators' routes. */
import { writeFileSync } from 'node:fs';
import { describeApi, excludeOperatorRoutes } from './describe-api.ts';

/** Generates the description that `functions/docs/show-description.ts` serves, without the operators' routes. */
export async function generateDescription(): Promise<string> {
  return `${JSON.stringify(await describeApi(excludeOperatorRoutes), null, 1)}\n`;
}

export async function writeDescription(): Promise<void> {
  writeFileSync(new URL('../../lib/http/openapi.json', import.meta.url), await generateDescription());
}
