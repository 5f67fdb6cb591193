/**
 * GET /api/v1/docs/{file} (infra/docs/api/conventions.md)
 *
 * Returns a script or style sheet of the documentation page.
 */
import { DomainError } from '../../lib/domain/errors.ts';
import { anyone } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { respondCacheable } from '../../lib/http/response/cacheable-response.ts';
import { findAsset } from '../../lib/http/response/docs-assets.ts';

export const showDocsAssetEndpoint = endpoint({
  deps: {},
  access: anyone,
  response: { status: 200, mediaType: '*/*' },
  errors: ['not-found'],
  async handle({ request }) {
    const asset = findAsset(request.params.file ?? '');
    if (!asset) throw new DomainError('not-found');
    return respondCacheable(asset.gzip, `${asset.mediaType}; charset=utf-8`, request);
  },
});

export const handler = lambdaHandler(showDocsAssetEndpoint);
