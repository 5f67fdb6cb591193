/**
 * GET /api/v1/operator/experts/{id}/documents (infra/docs/api/operators.md)
 *
 * Open identity documents. The response contains links to both scans of an expert, valid for five minutes. Each
 * request writes an audit entry.
 */
import { openDocuments } from '../../../lib/domain/experts/identity-review.ts';
import { endpointHandler, expertById, ok, operatorOnly } from '../../../lib/http/index.ts';
import { accounts, audit, clock, malwareChecks, objectLinks, random } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, audit, clock, malwareChecks, objectLinks, random },
  access: operatorOnly,
  resource: expertById,
  response: { status: 200, data: 'IdentityDocumentLinks' },
  errors: ['not-scanned-yet', 'infected', 'not-scannable'],
  async handle({ caller: { operator }, subject }, deps) {
    return ok(await openDocuments(subject, operator, deps));
  },
});
