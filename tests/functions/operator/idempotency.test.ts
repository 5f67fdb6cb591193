/** Tests of repeated requests of operators with one `Idempotency-Key` (infra/docs/api/conventions.md#idempotency). */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { ROUTES } from '../../support/find-route.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { createPaidOutTestimony } from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { REPLAYED_HEADER } from '../idempotency/idempotent-requests.ts';

const OTHER_OPERATOR = 'arn:aws:iam::000000000000:user/eva';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const send = (path: string, body: object, key?: string, operator: string = asOperator.operator) =>
  market.service.post(`/operator/${path}`, body, { operator, ...(key && withIdempotencyKey(key)) });

const listAudit = (id: string) => market.service.deps.audit.list(id);

it('every route of operators that writes takes an idempotency key, except the export', () => {
  const writing = Object.entries(ROUTES).filter(
    ([key]) => key.includes('/operator/') && !key.startsWith('GET'),
  );

  const without = writing.filter(([, { idempotent }]) => !idempotent).map(([key]) => key);

  expect(without).toEqual(['POST /api/v1/operator/users/{id}/export']);
});

it('a repeated request for a refund returns the stored response and orders no further refund', async () => {
  const { testimony } = await createPaidOutTestimony(market);
  const [path, key] = [`testimonies/${testimony.id}/refund`, randomUUID()];
  const body = { amount: 5, from: 'platform', reason: 'Dohoda.' };
  const first = await send(path, body, key);
  await market.runJobs();

  const second = await send(path, body, key);

  expect(first).toMatchObject({ status: 200 });
  expect(second).toMatchObject({ status: 200, body: first.body, headers: { [REPLAYED_HEADER]: 'true' } });
  expect(await listAudit(testimony.id)).toHaveLength(1);
});

it('an idempotency key of one operator is independent of the same key of another operator', async () => {
  const { testimony } = await createPaidOutTestimony(market);
  const [path, key] = [`testimonies/${testimony.id}/settle`, randomUUID()];
  const body = { kind: 'refund', from: 'platform', amount: 1, reference: 'VS 1', reason: 'Dohoda.' };
  await send(path, body, key);

  const other = await send(path, { ...body, reference: 'VS 2' }, key, OTHER_OPERATOR);

  expect(other).toMatchObject({ status: 200 });
  expect(other.headers).not.toHaveProperty(REPLAYED_HEADER);
});

it('requests of an operator with different queries are different requests for an idempotency key', async () => {
  await market.createAssignedTestimony();
  const job = (await listItems(market.service.deps, 'JOB#')).find(
    ({ task, doneAt }) => doneAt && (task as { mail?: string }).mail === 'offer-accepted',
  );
  const [path, key] = [`jobs/${job?.id}/retry`, randomUUID()];
  const first = await send(`${path}?resend=true`, {}, key);

  const second = await send(path, {}, key);

  expect(first).toMatchObject({ status: 200 });
  expect(second).toMatchObject({ status: 422, headers: { 'x-error-code': 'idempotency-key-reused' } });
});

it('a repeated request to close an account returns 404 instead of a stored response that names the person', async () => {
  const { id, email } = await market.createClient();
  const [path, body, key] = [`users/${id}/close`, { reason: 'Žiadosť č. 2026/15.' }, randomUUID()];
  expect(await send(path, body, key)).toMatchObject({ status: 200, body: { data: { email } } });

  const second = await send(path, body, key);

  expect(second).toMatchObject({ status: 404, headers: { 'x-error-code': 'not-found' } });
  const history = await market.service.get(`/operator/history?id=${id}`, asOperator);
  expect(history.body.data.audit).toMatchObject([{ what: 'account closed' }]);
});
