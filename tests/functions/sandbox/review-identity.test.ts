/** Tests of POST /api/v1/sandbox/me/identity-review (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { countMails } from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import type { Market, MarketExpert } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

let market: Market;
let expert: MarketExpert;

beforeEach(async () => {
  market = await startSandbox();
  expert = await market.createExpert();
});

const reviewIdentity = (body: object) => expert.post('/sandbox/me/identity-review', body);

it('an expert can simulate both decisions of an identity review and gets a mail for each', async () => {
  const before = (await expert.get('/me')).body.data;

  const { status, body } = await reviewIdentity({ decision: 'rejected', reason: 'Sken je rozmazaný.' });

  const rejected = { ...before, identityReview: 'rejected', identityReviewReason: 'Sken je rozmazaný.' };
  expect({ status, body }).toEqual({ status: 200, body: { data: rejected } });
  expect(await reviewIdentity({ decision: 'accepted' })).toMatchObject({
    status: 200,
    body: { data: before },
  });
  await market.runJobs();
  expect(await countMails('identityRejected', expert.email)).toBe(1);
  expect(await countMails('identityAccepted', expert.email)).toBe(1);
});

it('a sandbox identity review needs no reason and has the expert as the author of its audit entry', async () => {
  expect((await reviewIdentity({ decision: 'rejected' })).body.data).toMatchObject({
    identityReviewReason: null,
  });

  const { body } = await market.service.get(`/operator/experts/${expert.id}`, asOperator);
  expect(body.data.audit).toContainEqual(
    expect.objectContaining({ who: `sandbox:${expert.id}`, what: 'identity rejected' }),
  );
});

it.each([
  [{}, { decision: ['Uveďte rozhodnutie.'] }],
  [{ decision: 'pending' }, { decision: [expect.any(String)] }],
  [{ decision: 'rejected', reason: 'x'.repeat(2001) }, { reason: [expect.any(String)] }],
])('a sandbox identity review with the body %j returns 422', async (body, errors) => {
  expect(await reviewIdentity(body)).toMatchObject({ status: 422, body: { errors } });
});
