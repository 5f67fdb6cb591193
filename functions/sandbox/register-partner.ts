/**
 * POST /api/v1/sandbox/partners (infra/docs/api/partners.md)
 *
 * Register a partner. No later response has the key. The partner is a market of its own, and mails to its users are
 * held in its inbox. A source can register ten partners a day. This route exists in the sandbox only.
 */
import { createPartner } from '../../lib/domain/partners/partners.ts';
import { created, endpointHandler, guestOnly, jsonBody, limitPerIpAddress } from '../../lib/http/index.ts';
import { createNewPartnerView } from '../../lib/http/views/partner-view.ts';
import { accountWriteServices, guestServices, partners, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...accountWriteServices, ...guestServices, partners, tokens },
  access: guestOnly,
  limit: limitPerIpAddress('registration-requests', 'partners'),
  body: jsonBody({
    name: field.Name,
    email: field.Email,
    frontendUrl: field.FrontendUrl,
    turnstileToken: field.ChallengeToken,
  }),
  response: { status: 201, data: 'NewPartner' },
  async handle({ body: { turnstileToken, ...settings }, request: { source }, write }, deps) {
    await deps.botCheck.verify(turnstileToken, source, 'registration');
    const hit = { limit: 'partners', key: source, at: deps.clock.now() } as const;
    return write(
      {
        decide() {
          const partner = { ...settings, isSelfRegistered: true };
          const { result, changes } = createPartner(partner, { who: 'sandbox', why: null }, deps);
          return { result, changes: [{ kind: 'rate-limit-counted', hit }, ...changes] };
        },
        respond: partner => created(createNewPartnerView(partner)),
      },
      deps,
    );
  },
});
