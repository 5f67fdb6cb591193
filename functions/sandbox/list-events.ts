/**
 * GET /api/v1/sandbox/me/events (contract §3)
 *
 * What happened to the caller in the last 30 days, the newest first. Deployed in the sandbox only.
 */
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { activityView } from '../../lib/http/history-view.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { page } from '../../lib/http/pages.ts';
import { history, links, tokens } from '../../lib/platform/wiring.ts';

export const listEvents = endpoint({
  needs: { history, links, tokens },
  access: signedIn,
  response: { status: 200, pageOf: 'ActivityEvent' },
  run({ caller: { user }, request }, needs) {
    const { list } = needs.history;
    return page(request, `events of ${user.id}`, needs, from => list(user.id, from), activityView);
  },
});

export const handler = lambda(listEvents);
