/** POST /api/v1/sandbox/testimonies/{id}/overdue (infra/docs/api/sandbox.md) */
import { beforeEach, describe, expect, it } from 'vitest';
import { UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/mails.ts';
import { type Market, type Person, startMarket } from '../../support/market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const DAY = 24 * 3600_000;

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const makesOverdue = ({ post }: Person, testimonyId: string) =>
  post(`/sandbox/testimonies/${testimonyId}/overdue`);

const datesTold = async ({ email }: Person) =>
  (await listSubjects(email)).filter(subject => subject.includes('termín'));

describe('POST /api/v1/sandbox/testimonies/{id}/overdue', () => {
  it.each(['client', 'expert'] as const)(
    'sets the due date to the current time when the %s requests it',
    async who => {
      const sale = await market.assigned();
      const before = await sale[who].see(sale.testimony.id);

      const { status, body } = await makesOverdue(sale[who], sale.testimony.id);

      expect({ status, body }).toEqual({
        status: 200,
        body: { data: { ...before, dueAt: expect.any(String) } },
      });
      const late = market.service.deps.clock.now().getTime() - Date.parse(body.data.dueAt);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(5000);
      expect(await sale[who].see(sale.testimony.id)).toEqual(body.data);
    },
  );

  it('notifies both parties once, even when it is called twice and the original due date passes', async () => {
    const { client, expert, testimony } = await market.assigned({ daysToComplete: 5 });

    await makesOverdue(client, testimony.id);
    await makesOverdue(expert, testimony.id);
    await market.work();
    market.service.deps.clock.advance(6 * DAY);
    await market.work();

    expect(await datesTold(expert)).toEqual(['Uplynul termín dodania posudku']);
    expect(await datesTold(client)).toEqual(['Uplynul termín dodania vášho posudku']);
  });

  it('keeps the due date of a testimony that is already overdue', async () => {
    const { client, testimony } = await market.assigned({ daysToComplete: 1 });
    const { dueAt } = await client.see(testimony.id);
    market.service.deps.clock.advance(3 * DAY);

    expect((await makesOverdue(client, testimony.id)).body.data.dueAt).toBe(dueAt);
  });

  it('lets the expert complete an overdue testimony', async () => {
    const { expert, testimony } = await market.assigned();
    await makesOverdue(expert, testimony.id);

    const answer = await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

    expect(answer).toMatchObject({ status: 200, body: { data: { state: 'completed' } } });
  });
});

it.each(['offered', 'completed', 'cancelled'])('returns 409 for a testimony that is %s', async state => {
  const sale = await (state === 'completed' ? market.assigned() : market.offered());
  if (state === 'completed')
    await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  if (state === 'cancelled') await sale.client.cancels(sale.testimony.id);

  expect(await makesOverdue(sale.client, sale.testimony.id)).toMatchObject(WRONG_STATE);
});

it('returns 403 to other clients and to experts whose offers were not accepted', async () => {
  const { client, testimony, offer } = await market.offered();
  const [second, stranger] = await Promise.all([market.expert(), market.client()]);
  await second.offers(testimony.id);
  await client.accepts(await client.pays(offer.id));
  const before = await client.see(testimony.id);

  for (const person of [second, stranger]) {
    expect(await makesOverdue(person, testimony.id)).toMatchObject(UNAUTHORIZED);
  }
  expect(await client.see(testimony.id)).toEqual(before);
});
