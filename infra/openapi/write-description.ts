/** Writer of `lib/http/openapi.json`, the API description without the operators' routes, and of the Postman collection. */
import { writeFileSync } from 'node:fs';
import { describeApi, excludeOperatorRoutes } from './describe-api.ts';
import { createPostmanCollection } from './samples/postman-collection.ts';

/** Generates the description that `functions/docs/show-description.ts` serves, without the operators' routes. */
export async function generateDescription(): Promise<string> {
  return `${JSON.stringify(await describeApi(excludeOperatorRoutes), null, 1)}\n`;
}

/** Generates the Postman collection, which partners import (infra/docs/partners.md#collection-of-requests). */
export async function generateCollection(): Promise<string> {
  return `${JSON.stringify(createPostmanCollection(await describeApi(excludeOperatorRoutes)), null, 2)}\n`;
}

export async function writeDescription(): Promise<void> {
  writeFileSync(new URL('../../lib/http/openapi.json', import.meta.url), await generateDescription());
  writeFileSync(new URL('../docs/postman-collection.json', import.meta.url), await generateCollection());
}
