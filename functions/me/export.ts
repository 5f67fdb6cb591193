/**
 * GET /api/v1/me/export (contract §2)
 *
 * Everything that is kept about the caller, by kind, with links to scans and documents. A mail tells the
 * owner, in case it was somebody else.
 */
import { newJob } from '../../lib/domain/records.ts';
import { signedIn } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { exportPage } from '../../lib/http/export-view.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pageRequestOf, seal } from '../../lib/http/pages.ts';
import { firstPageOnly, perUser } from '../../lib/http/rate-limit.ts';
import {
  accounts,
  audit,
  checkouts,
  clock,
  jobs,
  limiter,
  links,
  mails,
  objectLinks,
  random,
  remains,
  testimonies,
  tokens,
} from '../../lib/platform/wiring.ts';

export const exportData = endpoint({
  needs: {
    ...{ accounts, audit, checkouts, clock, jobs, limiter, links, mails, objectLinks },
    ...{ random, remains, testimonies, tokens },
  },
  access: signedIn,
  quota: firstPageOnly(perUser('exports')),
  response: { status: 200, data: 'Export', links: ['next'] },
  refuses: ['bad-cursor'],
  async run({ caller, request }, needs) {
    const list = `export of ${caller.user.id}`;
    const { from = '0' } = await pageRequestOf(request.query.cursor, list, needs);
    const page = Number(from);
    const { data, goesOn } = await exportPage(caller, page, needs);
    if (page === 0)
      await needs.jobs.add(newJob({ kind: 'mail', mail: 'data-exported', userId: caller.user.id }, needs));
    const cursor = goesOn ? await seal({ from: String(page + 1) }, list, needs) : null;
    const next = cursor && `${needs.links.apiUrl}${request.path}?cursor=${cursor}`;
    return { status: 200, body: { data, links: { next } } };
  },
});

export const handler = lambda(exportData);
