/** Tests of POST /api/v1/testimonies/{id}/cancel (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { notifyExpertsOfLapsedOffers } from '../../../lib/domain/testimonies/testimonies.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { countSubject } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const CANCELLED = 'Posudok bol zrušený';
const listCancellationJobs = async (testimonyId: string) =>
  (await listItems(market.service.deps, 'JOB#')).filter(
    ({ task }) => task.kind === 'notify-cancelled' && task.testimonyId === testimonyId,
  );
const countCancellationMails = (address: string) => countSubject(CANCELLED, address);

it('a client can cancel a pending testimony with a reason', async () => {
  const client = await market.createClient();
  const testimony = await client.createTestimony();

  expect(await client.cancelTestimony(testimony.id, ' Už ho netreba. ')).toMatchObject({
    status: 200,
    body: {
      data: {
        ...testimony,
        state: 'cancelled',
        cancellationReason: 'Už ho netreba.',
        cancelledAt: expect.stringMatching(/Z$/),
        allowedActions: [],
      },
    },
  });
  expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'cancelled' });
  expect(await listCancellationJobs(testimony.id)).toEqual([]);
});

it('a cancellation without a reason makes the open offers of the testimony lapse', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();

  const { status, body } = await client.post(`/testimonies/${testimony.id}/cancel`);

  expect({ status, data: body.data }).toMatchObject({
    status: 200,
    data: { state: 'cancelled', cancellationReason: null, offers: [{ id: offer.id, state: 'lapsed' }] },
  });
  expect(await expert.withdrawOffer(offer.id)).toMatchObject(WRONG_STATE);
  expect(await client.startCheckout(offer.id)).toMatchObject(WRONG_STATE);
  expect(
    await (await market.createExpert()).post(`/testimonies/${testimony.id}/offers`, {
      price: 5,
      daysToComplete: 1,
    }),
  ).toMatchObject(WRONG_STATE);
});

it('only experts whose offers lapsed get a mail about the cancellation, once each', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();
  const [second, quitter] = await Promise.all([market.createExpert(), market.createExpert()]);
  await second.createOffer(testimony.id);
  await quitter.withdrawOffer((await quitter.createOffer(testimony.id)).id);

  await client.cancelTestimony(testimony.id, 'Predali sme.');
  await market.runJobs();

  expect(
    await Promise.all([expert, second, quitter].map(({ email }) => countCancellationMails(email))),
  ).toEqual([1, 1, 0]);
});

it('an expert gets one mail about a cancellation even when its job runs twice', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();
  await client.cancelTestimony(testimony.id);
  const [job] = await listCancellationJobs(testimony.id);
  await notifyExpertsOfLapsedOffers('cancelled', testimony.id, job?.id, market.service.deps);

  await market.runJobs();

  expect(await countCancellationMails(expert.email)).toBe(1);
});

it('a testimony is cancelled once when ten requests are concurrent', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, at) => client.cancelTestimony(testimony.id, `dôvod ${at}`)),
  );
  await market.runJobs();

  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const winner = responses.find(({ status }) => status === 200)?.body.data;
  expect((await client.getTestimony(testimony.id)).cancellationReason).toBe(winner.cancellationReason);
  expect(await countCancellationMails(expert.email)).toBe(1);
});
