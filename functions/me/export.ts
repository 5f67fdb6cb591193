/**
 * GET /api/v1/me/export (infra/docs/api/accounts.md)
 *
 * Exports the data stored about the caller, by kind, with links to scans and documents. The first page also sends a
 * mail, so that the owner learns of an export that somebody else requested.
 */
import { createJob } from '../../lib/domain/records.ts';
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { exportPage } from '../../lib/http/export-view.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { readPageRequest, seal } from '../../lib/http/pages.ts';
import { firstPageOnly, perUser } from '../../lib/http/rate-limit.ts';
import {
  accountEraser,
  accounts,
  audit,
  checkouts,
  clock,
  jobs,
  links,
  mails,
  objectLinks,
  random,
  rateLimiter,
  testimonies,
  tokens,
} from '../../lib/platform/wiring.ts';

export const exportData = endpoint({
  deps: {
    ...{ accounts, audit, checkouts, clock, jobs, rateLimiter, links, mails, objectLinks },
    ...{ random, accountEraser, testimonies, tokens },
  },
  access: signedIn,
  quota: firstPageOnly(perUser('exports')),
  response: { status: 200, data: 'Export', links: ['next'] },
  errors: ['bad-cursor'],
  async handle({ caller, request }, deps) {
    const list = `export of ${caller.user.id}`;
    const { from = '0' } = await readPageRequest(request.query.cursor, list, deps);
    const page = Number(from);
    const { data, goesOn } = await exportPage(caller, page, deps);
    if (page === 0)
      await deps.jobs.add(createJob({ kind: 'mail', mail: 'data-exported', userId: caller.user.id }, deps));
    const cursor = goesOn ? await seal({ from: String(page + 1) }, list, deps) : null;
    const next = cursor && `${deps.links.apiUrl}${request.path}?cursor=${cursor}`;
    return { status: 200, body: { data, links: { next } } };
  },
});

export const handler = lambdaHandler(exportData);
