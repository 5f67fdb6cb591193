/**
 * GET /api/v1/testimonies/{id}/download (spec §5.4, contract §4)
 *
 * A link to the finished document, for five minutes.
 */
import { openTestimony } from '../../lib/domain/market/delivery.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { signedIn, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { clock, objectLinks, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const download = endpoint({
  access: verified(signedIn),
  async run({ caller: { user }, request }, needs: Pick<World, 'clock' | 'objectLinks' | 'testimonies'>) {
    return ok(await openTestimony(pathId(request), user, needs));
  },
});

export const handler = lambda(download, { clock, objectLinks, testimonies, tokens });
