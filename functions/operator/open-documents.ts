/**
 * GET /api/v1/operator/experts/{id}/documents (infra/docs/api/operators.md)
 *
 * Returns links to the scans of an expert's identity document, valid for five minutes. Each request writes an audit
 * entry.
 */
import { openDocuments as open } from '../../lib/domain/experts/identity-review.ts';
import { expertById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { accounts, audit, clock, objectLinks, random } from '../../lib/platform/wiring.ts';

export const openDocuments = endpoint({
  deps: { accounts, audit, clock, objectLinks, random },
  access: operatorsOnly,
  resource: expertById,
  response: { status: 200, data: 'Documents' },
  async handle({ caller: { operator }, subject }, deps) {
    return ok(await open(subject, operator, deps));
  },
});

export const handler = lambdaHandler(openDocuments);
