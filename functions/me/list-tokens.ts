/**
 * GET /api/v1/me/tokens (infra/docs/api/accounts.md)
 *
 * Lists the caller's tokens, newest first.
 */
import { tokenIdentifier } from '../../lib/domain/accounts/sign-in.ts';
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const listTokens = endpoint({
  deps: { tokens },
  access: signedIn,
  response: { status: 200, data: 'Sessions' },
  async handle({ caller: { user, token: presented } }, deps) {
    const all = await deps.tokens.list(user.id);
    const valid = all.filter(({ credentialEpoch }) => credentialEpoch === user.credentialEpoch);
    const shown = valid.map(token => {
      const { createdAt, lastUsedAt, userAgent } = token;
      const current = token.id === presented.id;
      return { id: tokenIdentifier(token), createdAt, lastUsedAt, userAgent, current };
    });
    return ok(shown.reverse());
  },
});

export const handler = lambdaHandler(listTokens);
