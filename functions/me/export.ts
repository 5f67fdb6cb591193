/**
 * POST /api/v1/me/export (infra/docs/api/accounts.md#exporting-personal-data)
 *
 * Export personal data. The data is grouped by kind, with links to scans and documents. The first page requires the
 * current password, and the user gets a mail about it. Every further page requires the cursor of the page before.
 */
import { requireCurrentPassword } from '../../lib/domain/accounts/current-password.ts';
import { tasksAdded } from '../../lib/domain/changes.ts';
import { enforceUserLimit } from '../../lib/domain/limits/rate-limits.ts';
import {
  endpointHandler,
  jsonBody,
  readPageRequest,
  signCursor,
  signedInOnly,
} from '../../lib/http/index.ts';
import { createExportPage } from '../../lib/http/views/export-view.ts';
import {
  accountEraser,
  accounts,
  audit,
  checkouts,
  clock,
  cursors,
  mails,
  malwareChecks,
  objectLinks,
  passwordHasher,
  random,
  rateLimiter,
  secondFactors,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    accountEraser,
    accounts,
    audit,
    checkouts,
    clock,
    cursors,
    mails,
    malwareChecks,
    objectLinks,
    passwordHasher,
    random,
    rateLimiter,
    secondFactors,
    testimonies,
    tokens,
    unitOfWork,
  },
  access: signedInOnly,
  body: jsonBody(
    {
      ...field.passwordProof,
      currentPassword: field.optional(field.Secret),
      cursor: field.optional(field.RequiredText),
    },
    field.createRequiredWithoutCursorCheck('currentPassword'),
  ),
  response: { status: 200, data: 'Export', nextCursor: true },
  errors: ['bad-cursor'],
  async handle({ caller, body: { cursor, ...proof }, request, write }, deps) {
    const { user, token } = caller;
    // A request with a cursor needs no password, so a cursor is valid only with the token that the first page was
    // requested with.
    const list = `export of ${user.id} with token ${token.id}`;
    const { from = '0' } = await readPageRequest(cursor, list, request.receivedAt, deps);
    const page = Number(from);
    const checked = page === 0 ? await requireCurrentPassword(user, proof, deps) : undefined;
    if (checked) await enforceUserLimit('exports', user, deps);
    await enforceUserLimit('export-pages', user, deps);
    return write(
      {
        useCode: checked?.useCode,
        decide: () => ({
          result: undefined,
          changes: checked
            ? tasksAdded([{ kind: 'mail', mail: 'data-exported', userId: user.id }], deps)
            : [],
        }),
        async respond() {
          const { data, hasNextPage } = await createExportPage(user, token, page, deps);
          const next = { from: String(page + 1) };
          const nextCursor = hasNextPage ? await signCursor(next, list, request.receivedAt, deps) : null;
          return { status: 200, body: { data, meta: { next_cursor: nextCursor } } };
        },
      },
      deps,
    );
  },
});
