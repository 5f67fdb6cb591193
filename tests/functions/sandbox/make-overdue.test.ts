/** Tests of POST /api/v1/sandbox/testimonies/{id}/overdue (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { fieldErrorResponse, UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const makeOverdue = ({ post }: Person, testimonyId: string, days?: unknown) =>
  post(`/sandbox/testimonies/${testimonyId}/overdue`, { days });

const listReminders = async ({ email }: Person) =>
  (await listSubjects(email)).filter(subject => subject.includes('termín'));

it.each(['client', 'expert'] as const)(
  'the %s can set the due date of a testimony to the current time in the sandbox',
  async who => {
    const sale = await market.createAssignedTestimony();
    const before = await sale[who].getTestimony(sale.testimony.id);

    const { status, body } = await makeOverdue(sale[who], sale.testimony.id);

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { ...before, dueAt: expect.any(String) } },
    });
    const late = market.service.deps.clock.now().getTime() - Date.parse(body.data.dueAt);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(5000);
    expect(await sale[who].getTestimony(sale.testimony.id)).toEqual(body.data);
  },
);

it('both parties are notified once about an overdue testimony, even when the sandbox makes it overdue twice', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony({ daysToComplete: 5 });

  await makeOverdue(client, testimony.id);
  await makeOverdue(expert, testimony.id);
  await market.runJobs();
  market.service.deps.clock.advance(6 * DAY);
  await market.runJobs();

  expect(await listReminders(expert)).toEqual(['Uplynul termín odovzdania posudku']);
  expect(await listReminders(client)).toEqual(['Uplynul termín odovzdania vášho posudku']);
});

it('the due date of a testimony that is already overdue stays the same when the sandbox makes it overdue', async () => {
  const { client, testimony } = await market.createAssignedTestimony({ daysToComplete: 1 });
  const { dueAt } = await client.getTestimony(testimony.id);
  market.service.deps.clock.advance(3 * DAY);

  expect((await makeOverdue(client, testimony.id)).body.data.dueAt).toBe(dueAt);
});

it('the sandbox moves the due date back by the given number of days but never forward', async () => {
  const { client, testimony } = await market.createAssignedTestimony();

  const { dueAt } = (await makeOverdue(client, testimony.id, 8)).body.data;

  const late = market.service.deps.clock.now().getTime() - Date.parse(dueAt);
  expect(late / DAY).toBeCloseTo(8, 2);
  expect((await makeOverdue(client, testimony.id, 2)).body.data.dueAt).toBe(dueAt);
});

it.each([
  [366, 'Počet dní musí byť od 0 do 365.'],
  ['x', 'Zadajte celé číslo.'],
])('making a testimony overdue by %s days returns 422', async (days, message) => {
  const { client, testimony } = await market.createAssignedTestimony();

  expect(await makeOverdue(client, testimony.id, days)).toMatchObject(fieldErrorResponse('days', message));
});

it('the expert can complete a testimony that the sandbox has made overdue', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  await makeOverdue(expert, testimony.id);

  const response = await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

  expect(response).toMatchObject({ status: 200, body: { data: { state: 'completed' } } });
});

it.each(['offered', 'completed', 'cancelled'])(
  'making a testimony overdue returns 409 when the testimony is %s',
  async state => {
    const sale = await (state === 'completed'
      ? market.createAssignedTestimony()
      : market.createOfferedTestimony());
    if (state === 'completed')
      await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
    if (state === 'cancelled') await sale.client.cancelTestimony(sale.testimony.id);

    expect(await makeOverdue(sale.client, sale.testimony.id)).toMatchObject(WRONG_STATE);
  },
);

it('making a testimony overdue returns 403 to everyone but its client and its assigned expert', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const [second, stranger] = await Promise.all([market.createExpert(), market.createClient()]);
  await second.createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(offer.id));
  const before = await client.getTestimony(testimony.id);

  for (const person of [second, stranger]) {
    expect(await makeOverdue(person, testimony.id)).toMatchObject(UNAUTHORIZED);
  }
  expect(await client.getTestimony(testimony.id)).toEqual(before);
});
