/**
 * GET /api/v1/me/tokens (infra/docs/api/accounts.md)
 *
 * List tokens. The newest token comes first.
 */
import { createTokenIdentifier } from '../../lib/domain/accounts/bearer-tokens.ts';
import { getDeviceName } from '../../lib/domain/accounts/device-names.ts';
import { endpointHandler, ok, signedInOnly } from '../../lib/http/index.ts';
import { tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { tokens },
  access: signedInOnly,
  response: { status: 200, data: 'Sessions' },
  async handle({ caller: { user, token: presented } }, deps) {
    const all = await deps.tokens.list(user.id);
    const valid = all.filter(({ credentialEpoch }) => credentialEpoch === user.credentialEpoch);
    const shown = valid.map(token => {
      const { createdAt, lastUsedAt, userAgent } = token;
      const current = token.id === presented.id;
      const name = getDeviceName(token);
      return { id: createTokenIdentifier(token), createdAt, lastUsedAt, userAgent, name, current };
    });
    return ok(shown.reverse());
  },
});
