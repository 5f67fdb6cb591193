/**
 * GET /api/v1/operator/testimonies/{id}/documents (infra/docs/api/operators.md)
 *
 * Open delivered documents. The response contains links to all versions of a testimony's document, valid for five
 * minutes. Each request writes an audit entry.
 */
import { openTestimonyDocuments } from '../../../lib/domain/testimonies/operator-documents.ts';
import { endpointHandler, ok, operatorOnly, testimonyById } from '../../../lib/http/index.ts';
import {
  audit,
  clock,
  malwareChecks,
  objectLinks,
  random,
  testimonies,
} from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { audit, clock, malwareChecks, objectLinks, random, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  response: { status: 200, data: 'TestimonyDocumentLinks' },
  errors: ['wrong-state'],
  async handle({ caller: { operator }, subject }, deps) {
    const versions = await openTestimonyDocuments(subject, operator, deps);
    return ok({
      versions: versions.map(({ deliveredAt, link }) => ({
        deliveredAt,
        url: link?.url ?? null,
        fileName: link?.fileName ?? null,
        expiresAt: link?.expiresAt ?? null,
      })),
    });
  },
});
