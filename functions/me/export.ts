/**
 * GET /api/v1/me/export (infra/docs/api/accounts.md)
 *
 * Exports the data stored about the caller, grouped by kind, with links to scans and documents. A request for the first
 * page also sends a mail, so that the owner of the account notices an export that somebody else requested.
 */
import { createJob } from '../../lib/domain/changes.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitFirstPageOnly, limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { exportPage } from '../../lib/http/views/export-view.ts';
import { readPageRequest, signCursor } from '../../lib/http/views/pages.ts';
import {
  accountEraser,
  accounts,
  audit,
  checkouts,
  clock,
  jobs,
  links,
  mails,
  malwareScans,
  objectLinks,
  random,
  rateLimiter,
  testimonies,
  tokens,
} from '../../lib/platform/wiring.ts';

export const exportDataEndpoint = endpoint({
  deps: {
    ...{ accounts, audit, checkouts, clock, jobs, rateLimiter, links, mails, malwareScans, objectLinks },
    ...{ random, accountEraser, testimonies, tokens },
  },
  access: signedInOnly,
  quota: limitFirstPageOnly(limitPerUser('exports')),
  response: { status: 200, data: 'Export', links: ['next'] },
  errors: ['bad-cursor'],
  async handle({ caller, request }, deps) {
    const list = `export of ${caller.user.id}`;
    const { from = '0' } = await readPageRequest(request.query.cursor, list, deps);
    const page = Number(from);
    const { data, hasNextPage } = await exportPage(caller, page, deps);
    if (page === 0)
      await deps.jobs.add(createJob({ kind: 'mail', mail: 'data-exported', userId: caller.user.id }, deps));
    const cursor = hasNextPage ? await signCursor({ from: String(page + 1) }, list, deps) : null;
    const next = cursor && `${deps.links.apiUrl}${request.path}?cursor=${cursor}`;
    return { status: 200, body: { data, links: { next } } };
  },
});

export const handler = lambdaHandler(exportDataEndpoint);
