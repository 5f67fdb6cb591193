/**
 * POST /api/v1/operator/users/{id}/export (infra/docs/api/operators.md#closing-and-exporting-an-account)
 *
 * Export personal data of a user. The export is for an authority, and has the form of `POST /me/export`. The first
 * page requires a reason and writes an audit entry; every further page requires the cursor of the page before. The
 * user gets no mail. The list of audit entries is empty: this function may write them, so it may not read them.
 */
import { auditChanges } from '../../../lib/domain/changes.ts';
import {
  endpointHandler,
  jsonBody,
  operatorOnly,
  readPageRequest,
  signCursor,
  userById,
} from '../../../lib/http/index.ts';
import { createExportPage } from '../../../lib/http/views/export-view.ts';
import {
  accountEraser,
  accounts,
  checkouts,
  cursors,
  mails,
  malwareChecks,
  objectLinks,
  testimonies,
  tokens,
  writeServices,
} from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...writeServices,
    accountEraser,
    accounts,
    checkouts,
    cursors,
    mails,
    malwareChecks,
    objectLinks,
    testimonies,
    tokens,
  },
  access: operatorOnly,
  resource: userById,
  body: jsonBody(
    { reason: field.optional(field.paragraphs(2000)), cursor: field.optional(field.RequiredText) },
    field.createRequiredWithoutCursorCheck('reason'),
  ),
  response: { status: 200, data: 'Export', nextCursor: true },
  errors: ['bad-cursor'],
  async handle(
    { caller: { operator: who }, subject: user, body: { reason: why = null, cursor }, request, write },
    deps,
  ) {
    // A request with a cursor needs no reason, so a cursor is valid only for the operator who requested the first page.
    const list = `export of ${user.id} by ${who}`;
    const { from = '0' } = await readPageRequest(cursor, list, request.receivedAt, deps);
    const page = Number(from);
    const { data, hasNextPage } = await createExportPage(user, undefined, page, {
      ...deps,
      audit: { list: async () => [] },
    });
    const next = { from: String(page + 1) };
    const nextCursor = hasNextPage ? await signCursor(next, list, request.receivedAt, deps) : null;
    const entries =
      page === 0 ? auditChanges({ subjectId: user.id, who, what: 'data exported', why }, deps) : [];
    return write(
      {
        decide: () => ({ result: user, changes: entries }),
        respond: () => ({ status: 200, body: { data, meta: { next_cursor: nextCursor } } }),
      },
      deps,
    );
  },
});
