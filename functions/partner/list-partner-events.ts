/**
 * GET /api/v1/partner/events (infra/docs/api/webhooks.md#events)
 *
 * List events of the partner's users. The list has the events of the last 30 days, newest first. `after` lists only
 * newer events than the given one, `type` only events of one type. The key of the partner is required.
 */
import { createListQuery, createPageResponse, endpointHandler, partnerOnly } from '../../lib/http/index.ts';
import { createPartnerEventView } from '../../lib/http/views/history-view.ts';
import { activityLog, cursors, failureLimiter, linkSigner, partners } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { activityLog, cursors, failureLimiter, linkSigner, partners },
  access: partnerOnly,
  query: createListQuery({
    after: field.optional(field.EventId),
    type: field.optional(field.EventTypeFilter),
  }),
  response: { status: 200, pageOf: 'PartnerEvent' },
  handle: ({ caller: { partner }, ...context }, deps) =>
    createPageResponse(
      context,
      `events of partner ${partner.id}`,
      deps,
      (pageRequest, filter) => deps.activityLog.listOfPartner(partner.id, pageRequest, filter),
      createPartnerEventView,
    ),
});
