/**
 * GET /api/v1/operator/experts/{id}/documents (infra/docs/api/operators.md)
 *
 * Open identity documents. The response contains links to both scans of an expert, valid for five minutes. Each
 * request writes an audit entry.
 */
import { openDocuments } from '../../lib/domain/experts/identity-review.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { expertById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { accounts, audit, clock, malwareChecks, objectLinks, random } from '../../lib/platform/wiring.ts';

export const openDocumentsEndpoint = endpoint({
  deps: { accounts, audit, clock, malwareChecks, objectLinks, random },
  access: operatorOnly,
  resource: expertById,
  response: { status: 200, data: 'IdentityDocumentLinks' },
  errors: ['not-scanned-yet', 'infected', 'not-scannable'],
  async handle({ caller: { operator }, subject }, deps) {
    return ok(await openDocuments(subject, operator, deps));
  },
});

export const handler = lambdaHandler(openDocumentsEndpoint);
