/**
 * GET /api/v1/testimonies/{id}/download (infra/docs/api/testimonies.md)
 *
 * Download a testimony. The response contains a link to the finished document, valid for five minutes.
 */
import { createDownloadLink } from '../../lib/domain/testimonies/delivery.ts';
import {
  endpointHandler,
  ok,
  ownOrAssignedTestimony,
  requireVerifiedEmail,
  signedInOnly,
} from '../../lib/http/index.ts';
import { clock, malwareChecks, objectLinks, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { clock, malwareChecks, objectLinks, testimonies, tokens },
  access: requireVerifiedEmail(signedInOnly),
  resource: ownOrAssignedTestimony,
  response: { status: 200, data: 'Download' },
  errors: ['wrong-state', 'not-scanned-yet', 'infected', 'not-scannable'],
  async handle({ subject }, deps) {
    return ok(await createDownloadLink(subject, deps));
  },
});
