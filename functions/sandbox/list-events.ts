/**
 * GET /api/v1/sandbox/me/events (infra/docs/api/sandbox.md)
 *
 * Lists the events of the caller's account in the last 30 days, newest first. This route exists in the sandbox
 * only.
 */
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { listQuery } from '../../lib/http/request/query.ts';
import { activityView } from '../../lib/http/views/history-view.ts';
import { createPage } from '../../lib/http/views/pages.ts';
import { activityLog, cursors, links, tokens } from '../../lib/platform/wiring.ts';

export const listEventsEndpoint = endpoint({
  deps: { activityLog, cursors, links, tokens },
  access: signedInOnly,
  query: listQuery({}),
  response: { status: 200, pageOf: 'ActivityEvent' },
  handle({ caller: { user }, ...context }, deps) {
    const { list } = deps.activityLog;
    return createPage(context, `events of ${user.id}`, deps, from => list(user.id, from), activityView);
  },
});

export const handler = lambdaHandler(listEventsEndpoint);
