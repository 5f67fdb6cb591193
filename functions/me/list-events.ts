/**
 * GET /api/v1/me/events (infra/docs/api/webhooks.md#events)
 *
 * List events of the account. The list has the events of the last 30 days, newest first. `after` lists only newer
 * events than the given one, `type` only events of one type.
 */
import { createListQuery, createPageResponse, endpointHandler, signedInOnly } from '../../lib/http/index.ts';
import { createActivityView } from '../../lib/http/views/history-view.ts';
import { activityLog, cursors, linkSigner, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { activityLog, cursors, linkSigner, tokens },
  access: signedInOnly,
  query: createListQuery({
    after: field.optional(field.EventId),
    type: field.optional(field.EventTypeFilter),
  }),
  response: { status: 200, pageOf: 'ActivityEvent' },
  handle: ({ caller: { user }, ...context }, deps) =>
    createPageResponse(
      context,
      `events of ${user.id}`,
      deps,
      (pageRequest, filter) => deps.activityLog.list(user.id, pageRequest, filter),
      createActivityView,
    ),
});
