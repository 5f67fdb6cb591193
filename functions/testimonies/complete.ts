/**
 * POST /api/v1/testimonies/{id}/complete (spec §5.4, contract §4)
 *
 * The assigned expert delivers the finished document.
 */
import { completeTestimony } from '../../lib/domain/market/delivery.ts';
import { assignedTestimony } from '../../lib/http/about.ts';
import { asExpert, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { withUploads } from '../../lib/http/uploaded-files.ts';
import {
  accounts,
  answers,
  clock,
  documents,
  random,
  testimonies,
  tokens,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = formWithFiles({ document: field.TestimonyDocument });

export const complete = endpoint({
  needs: { accounts, answers, clock, documents, random, testimonies, tokens, uploads },
  access: verified(asExpert),
  about: assignedTestimony,
  body: withUploads(form, 'testimony-document', 'document'),
  idempotent: byKey,
  response: { status: 200, data: 'Testimony' },
  refuses: ['wrong-state'],
  async run({ caller: { user }, subject, body, once }, needs) {
    return once(
      keep => completeTestimony(subject, body.document, needs, keep),
      async testimony => ok(await viewFor(testimony, user, needs)),
    );
  },
});

export const handler = lambda(complete);
