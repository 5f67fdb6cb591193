/**
 * GET /api/v1/sandbox/me/mails (infra/docs/api/sandbox.md)
 *
 * List mails. The list has the mails written for the caller's account in the last 30 days, newest first. This route
 * exists in the sandbox only.
 */
import { createListQuery, createPageResponse, endpointHandler, signedInOnly } from '../../lib/http/index.ts';
import { createMailView } from '../../lib/http/views/history-view.ts';
import { cursors, linkSigner, mails, tokens } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { cursors, linkSigner, mails, tokens },
  access: signedInOnly,
  query: createListQuery({}),
  response: { status: 200, pageOf: 'SentMail' },
  handle({ caller: { user }, ...context }, deps) {
    const { list } = deps.mails;
    return createPageResponse(
      context,
      `mails of ${user.id}`,
      deps,
      from => list(user.id, from),
      createMailView,
    );
  },
});
