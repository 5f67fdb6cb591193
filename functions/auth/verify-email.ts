/**
 * GET /api/v1/auth/email/verify/{userId}/{hash} (spec §3.7, contract §2)
 *
 * The signed link of a verification mail. No token: the mail may be read on another device.
 */
import { verifyEmail as verify } from '../../lib/domain/accounts/email-verification.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { anyone } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { accounts, clock, links } from '../../lib/platform/wiring.ts';

export const verifyEmail = endpoint({
  access: anyone,
  async run({ request: { params, query } }, needs: Pick<World, 'accounts' | 'clock' | 'links'>) {
    const { userId = '', hash = '' } = params;
    const { expires = '', signature = '' } = query;
    await verify({ userId, hash, expires, signature }, needs);
    return noContent();
  },
});

export const handler = lambda(verifyEmail, { accounts, clock, links });
