/** Tests of POST /api/v1/sandbox/testimonies/{id}/payout-delay (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { fieldErrorResponse, UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import {
  completeTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
  setPayoutDelay,
} from '../../support/payouts.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const postDelay = ({ post }: Person, testimonyId: string, days: unknown) =>
  post(`/sandbox/testimonies/${testimonyId}/payout-delay`, { days });

it.each(['client', 'expert'] as const)(
  'the %s can delay the payout of a later delivery in the sandbox',
  async who => {
    const sale = await market.createAssignedTestimony();
    expect(await postDelay(sale[who], sale.testimony.id, 5)).toMatchObject({ status: 200 });

    const { completedAt, complaintUntil } = await completeTestimony(sale);

    expect(Date.parse(complaintUntil) - Date.parse(completedAt)).toBe(5 * DAY);
    expect((await sale.client.getTestimony(sale.testimony.id)).allowedActions).toContain('complain');
  },
);

it('setting a payout delay after the delivery changes an owed payout to held and lets the client complain again', async () => {
  const sale = await market.createAssignedTestimony();
  await completeTestimony(sale);
  await market.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'owed' });

  const { allowedActions } = await setPayoutDelay(sale, 3);

  expect(allowedActions).toEqual(['download', 'confirm', 'complain']);
  expect(await getPayout(sale)).toMatchObject({ status: 'held' });
});

it('a waiting payout is sent at once when the sandbox sets its delay to zero', async () => {
  const sale = await createWaitingTestimony(market);

  await setPayoutDelay(sale, 0);
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
});

it.each([
  [undefined, 'Zadajte počet dní.'],
  [31, 'Počet dní musí byť od 0 do 30.'],
  ['x', 'Zadajte celé číslo.'],
])('a sandbox payout delay of %s days is rejected with 422', async (days, message) => {
  const { client, testimony } = await market.createAssignedTestimony();

  expect(await postDelay(client, testimony.id, days)).toMatchObject(fieldErrorResponse('days', message));
});

it('setting a sandbox payout delay returns 409 for offered, cancelled and paid out testimonies', async () => {
  const [offered, cancelled] = [await market.createOfferedTestimony(), await market.createOfferedTestimony()];
  await cancelled.client.cancelTestimony(cancelled.testimony.id);
  const paidOut = await createPaidOutTestimony(market);

  for (const { client, testimony } of [offered, cancelled, paidOut])
    expect(await postDelay(client, testimony.id, 3)).toMatchObject(WRONG_STATE);
});

it('setting a sandbox payout delay returns 403 to everyone but the client and the assigned expert', async () => {
  const { testimony } = await market.createAssignedTestimony();

  for (const person of [await market.createClient(), await market.createExpert()])
    expect(await postDelay(person, testimony.id, 3)).toMatchObject(UNAUTHORIZED);
});
