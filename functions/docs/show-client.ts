/**
 * GET /api/v1/client.tgz (infra/docs/frontends.md#the-client)
 *
 * Get the npm package of the client. `npm install` takes the URL of this route.
 */
import { readFileSync } from 'node:fs';
import { anyone, endpointHandler } from '../../lib/http/index.ts';
import { CLIENT_PACKAGE_FILE } from '../../lib/http/reference/client-package.ts';
import { createCacheableResponse } from '../../lib/http/response/cacheable-response.ts';

export const handler = endpointHandler({
  deps: {},
  access: anyone,
  response: { status: 200, mediaType: 'application/gzip' },
  async handle({ request }) {
    return createCacheableResponse(readFileSync(CLIENT_PACKAGE_FILE), 'application/gzip', request);
  },
});
