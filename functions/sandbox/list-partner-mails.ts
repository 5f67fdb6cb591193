/**
 * GET /api/v1/sandbox/mails (infra/docs/api/partners.md#mails)
 *
 * List the mails of a partner. The list has the mails of the last 30 days to all of its users and to the partner
 * itself, newest first. The key of the partner is required. This route exists in the sandbox only.
 */
import { createListQuery, createPageResponse, endpointHandler, partnerOnly } from '../../lib/http/index.ts';
import { createMailView } from '../../lib/http/views/history-view.ts';
import { cursors, failureLimiter, linkSigner, mails, partners } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { cursors, failureLimiter, linkSigner, mails, partners },
  access: partnerOnly,
  query: createListQuery({ to: field.optional(field.Email) }),
  response: { status: 200, pageOf: 'SentMail' },
  handle: ({ caller: { partner }, ...context }, deps) =>
    createPageResponse(
      context,
      `mails of partner ${partner.id}`,
      deps,
      (pageRequest, { to }) => deps.mails.listOfPartner(partner.id, to, pageRequest),
      createMailView,
    ),
});
