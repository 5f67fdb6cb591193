/**
 * GET /api/v1/testimonies/{id}/download (spec §5.4, contract §4)
 *
 * A link to the finished document, for five minutes.
 */
import { openTestimony } from '../../lib/domain/market/delivery.ts';
import { ownOrAssignedTestimony } from '../../lib/http/about.ts';
import { signedIn, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { clock, objectLinks, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const download = endpoint({
  needs: { clock, objectLinks, testimonies, tokens },
  access: verified(signedIn),
  about: ownOrAssignedTestimony,
  response: { status: 200, data: 'Download' },
  refuses: ['wrong-state'],
  async run({ subject }, needs) {
    return ok(await openTestimony(subject, needs));
  },
});

export const handler = lambda(download);
