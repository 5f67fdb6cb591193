/** POST /api/v1/operator/testimonies/{id}/cancel (infra/docs/api/operators.md). */
import { expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { listSubjects } from '../../support/mails.ts';
import { startMarket } from '../../support/market.ts';
import { auditEntry } from '../../support/operators.ts';
import { operatorRoutes } from './testimonies.ts';

const ENDED = 'Znalecký posudok sme zrušili';

it('cancels a paid testimony, refunds the client, notifies both parties and writes an audit entry', async () => {
  const market = await startMarket();
  const { client, expert, testimony } = await market.assigned();

  expect(await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.')).toMatchObject({
    status: 200,
    body: { data: { state: 'cancelled', payment: { status: 'refunding' } } },
  });
  await market.work();

  expect(await client.see(testimony.id)).toMatchObject({
    state: 'cancelled',
    cancellationReason: 'Znalec nedodal.',
    payment: { status: 'refunded' },
  });
  expect((await operatorRoutes(market).show(testimony.id)).held).toBe(0);
  for (const { email } of [client, expert]) expect(await listSubjects(email)).toContain(ENDED);
  expect(await listSubjects(client.email)).toContain('Vrátili sme vám platbu');
  expect(await itemsIn(market.service.deps, `AUDIT#${testimony.id}`)).toMatchObject([
    auditEntry('testimony cancelled', 'Znalec nedodal.'),
  ]);
});

it('returns 409 for a testimony that is not accepted and 422 without a reason', async () => {
  const market = await startMarket();
  const [open, assigned] = [await market.offered(), await market.assigned()];

  expect(await operatorRoutes(market).cancel(open.testimony.id, 'x')).toMatchObject(WRONG_STATE);
  expect(await operatorRoutes(market).cancel(assigned.testimony.id)).toMatchObject({ status: 422 });
  expect((await assigned.client.see(assigned.testimony.id)).state).toBe('accepted');
});

it('lets the expert delete the account after the cancellation, since no payout is owed', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.assigned();
  await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.');
  await market.work();

  const form = { currentPassword: PASSWORD };
  expect(await market.service.sends('DELETE', '/me', form, { token: expert.token })).toMatchObject({
    status: 204,
  });
});

it('notifies the client of each refund by its own mail, including that of a late payment', async () => {
  const market = await startMarket();
  const { client, testimony, offer } = await market.offered();
  const other = await (await market.expert()).offers(testimony.id);
  const [late, first] = [await client.pays(other.id), await client.pays(offer.id)];
  await client.accepts(first);
  await operatorRoutes(market).cancel(testimony.id, 'Znalec nedodal.');
  await market.work();

  await market.tell(await market.session(late));
  await market.work();

  const refunds = (await listSubjects(client.email)).filter(subject => subject === 'Vrátili sme vám platbu');
  expect(refunds).toHaveLength(2);
});

it('erases the cancellation reason when the client deletes the account', async () => {
  const market = await startMarket();
  const { client, testimony } = await market.assigned();
  await operatorRoutes(market).cancel(testimony.id, 'Pán Novák zomrel.');
  await market.work();

  await market.service.sends('DELETE', '/me', { currentPassword: PASSWORD }, { token: client.token });
  await market.work();

  expect(JSON.stringify(await itemsIn(market.service.deps))).not.toContain('zomrel');
  expect(await itemsIn(market.service.deps, `AUDIT#${testimony.id}`)).toMatchObject([
    auditEntry('testimony cancelled', null),
  ]);
});
