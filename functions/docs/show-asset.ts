/**
 * GET /api/v1/docs/{file} (contract §7)
 *
 * What the page of the description is made of.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import { anyone } from '../../lib/http/access.ts';
import { assetNamed } from '../../lib/http/docs-assets.ts';
import { cacheable } from '../../lib/http/document.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';

export const showAsset = endpoint({
  needs: {},
  access: anyone,
  response: { status: 200, mediaType: '*/*' },
  refuses: ['not-found'],
  async run({ request }) {
    const asset = assetNamed(request.params.file ?? '');
    if (!asset) throw new Refusal('not-found');
    return cacheable(asset.gzip, `${asset.mediaType}; charset=utf-8`, request);
  },
});

export const handler = lambda(showAsset);
