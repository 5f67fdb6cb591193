/**
 * GET /api/v1/openapi.json (infra/docs/api/conventions.md)
 *
 * Get the OpenAPI description. The document contains the URL of the stage, and includes the sandbox routes only in
 * the sandbox. `npm run docs` generates the document.
 */
import { anyone, endpointHandler } from '../../lib/http/index.ts';
import api from '../../lib/http/openapi.json' with { type: 'json' };
import { createCacheableResponse } from '../../lib/http/response/cacheable-response.ts';
import { createOpenapiDocument } from '../../lib/http/response/openapi-document.ts';

const { API_URL = '', SANDBOX } = process.env;

export const handler = endpointHandler({
  deps: { stage: { apiUrl: API_URL, sandbox: SANDBOX === 'true' } },
  access: anyone,
  response: { status: 200, mediaType: 'application/json' },
  async handle({ request }, { stage }) {
    return createCacheableResponse(
      createOpenapiDocument(api, stage),
      'application/json; charset=utf-8',
      request,
    );
  },
});
