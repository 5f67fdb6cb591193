/**
 * GET /api/v1/docs/{file} (infra/docs/api/conventions.md#description)
 *
 * Get a file of the API reference. It is a script, a style sheet, a typeface, or the document that the page displays.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { anyone, endpointHandler } from '../../lib/http/index.ts';
import api from '../../lib/http/openapi.json' with { type: 'json' };
import { findAsset } from '../../lib/http/reference/assets.ts';
import { createReferenceDocument } from '../../lib/http/reference/reference-document.ts';
import { createCacheableResponse } from '../../lib/http/response/cacheable-response.ts';

const { API_URL = '', SANDBOX, STAGE = '' } = process.env;

export const handler = endpointHandler({
  deps: { stage: { name: STAGE, apiUrl: API_URL, sandbox: SANDBOX === 'true' } },
  access: anyone,
  response: { status: 200, mediaType: '*/*' },
  errors: ['not-found'],
  async handle({ request }, { stage }) {
    const { file = '' } = request.params;
    if (file === 'reference.json') {
      const document = createReferenceDocument(api, stage);
      return createCacheableResponse(document, 'application/json; charset=utf-8', request);
    }
    const asset = findAsset(file);
    if (!asset) throw new DomainError('not-found');
    return createCacheableResponse(asset.gzip, asset.mediaType, request);
  },
});
