/**
 * GET /api/v1/me/events (infra/docs/api/webhooks.md#events)
 *
 * List events of the account. The list has the events of the last 30 days, newest first. `after` lists only newer
 * events than the given one, `type` only events of one type.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { activityView } from '../../lib/http/views/history-view.ts';
import { createPageResponse, nameFilteredList } from '../../lib/http/views/pages.ts';
import { activityLog, cursors, links, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = listQuery({
  after: field.optional(field.EventId),
  type: field.optional(field.EventTypeFilter),
});

export const listEventsEndpoint = endpoint({
  deps: { activityLog, cursors, links, tokens },
  access: signedInOnly,
  query: querySchema,
  response: { status: 200, pageOf: 'ActivityEvent' },
  handle({ caller: { user }, query, request }, deps) {
    const { limit, ...filter } = query;
    return createPageResponse(
      { request, query },
      nameFilteredList(`events of ${user.id}`, filter),
      deps,
      pageRequest => deps.activityLog.list(user.id, pageRequest, filter),
      activityView,
    );
  },
});

export const handler = lambdaHandler(listEventsEndpoint);
