/**
 * GET /api/v1/testimonies/{id}/download (infra/docs/api/testimonies.md)
 *
 * Returns a link to the finished document, valid for five minutes.
 */
import { createDownloadLink } from '../../lib/domain/market/delivery.ts';
import { ownOrAssignedTestimony } from '../../lib/http/about.ts';
import { signedIn, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { clock, objectLinks, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const download = endpoint({
  deps: { clock, objectLinks, testimonies, tokens },
  access: verified(signedIn),
  resource: ownOrAssignedTestimony,
  response: { status: 200, data: 'Download' },
  errors: ['wrong-state'],
  async handle({ subject }, deps) {
    return ok(await createDownloadLink(subject, deps));
  },
});

export const handler = lambdaHandler(download);
