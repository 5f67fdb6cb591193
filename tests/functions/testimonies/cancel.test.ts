/** POST /api/v1/testimonies/{id}/cancel (infra/docs/api/testimonies.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { notifyLapsedOffers } from '../../../lib/domain/market/testimonies.ts';
import {
  invalid,
  NOT_FOUND,
  UNAUTHORIZED,
  UNKNOWN_IDS,
  UNVERIFIED,
  WRONG_STATE,
} from '../../support/error-responses.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { listSubjects, testimonyMail } from '../../support/mails.ts';
import { type Market, startMarket } from '../../support/market.ts';
import { mailsTo } from '../../support/service.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const CANCELLED = 'Posudok bol zrušený';
const tellingJobs = async (testimonyId: string) =>
  (await itemsIn(market.service.deps, 'JOB#')).filter(
    ({ task }) => task.kind === 'notify-cancelled' && task.testimonyId === testimonyId,
  );
const toldTo = async (address: string) =>
  (await listSubjects(address)).filter(subject => subject === CANCELLED).length;

describe('POST /api/v1/testimonies/{id}/cancel', () => {
  it('cancels a pending testimony with a reason', async () => {
    const client = await market.client();
    const testimony = await client.orders();

    expect(await client.cancels(testimony.id, ' Už ho netreba. ')).toMatchObject({
      status: 200,
      body: {
        data: {
          ...{ ...testimony, state: 'cancelled', cancellationReason: 'Už ho netreba.' },
          ...{ cancelledAt: expect.stringMatching(/Z$/), allowedActions: [] },
        },
      },
    });
    expect(await client.see(testimony.id)).toMatchObject({ state: 'cancelled' });
    expect(await tellingJobs(testimony.id)).toEqual([]);
  });

  it('cancels a testimony without a reason and lets its offers lapse', async () => {
    const { client, expert, testimony, offer } = await market.offered();

    const { status, body } = await client.post(`/testimonies/${testimony.id}/cancel`);

    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { state: 'cancelled', cancellationReason: null, offers: [{ id: offer.id, state: 'lapsed' }] },
    });
    expect(await expert.withdraws(offer.id)).toMatchObject(WRONG_STATE);
    expect(await client.checksOut(offer.id)).toMatchObject(WRONG_STATE);
    expect(
      await (await market.expert()).post(`/testimonies/${testimony.id}/offers`, {
        price: 5,
        daysToComplete: 1,
      }),
    ).toMatchObject(WRONG_STATE);
  });

  it('returns 409 for a cancelled, accepted or completed testimony', async () => {
    const { client, expert, testimony } = await market.assigned();
    const other = await client.orders();
    await client.cancels(other.id, 'prvý');

    expect(await client.cancels(other.id, 'druhý')).toMatchObject(WRONG_STATE);
    expect(await client.see(other.id)).toMatchObject({ cancellationReason: 'prvý' });
    expect(await client.cancels(testimony.id)).toMatchObject(WRONG_STATE);
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    expect(await client.cancels(testimony.id)).toMatchObject(WRONG_STATE);
    expect(await client.see(testimony.id)).toMatchObject({ state: 'completed', cancellationReason: null });
  });
});

describe('validation of the cancellation reason', () => {
  it.each([
    ['too long', 'x'.repeat(2001), 'Text môže mať najviac 2000 znakov.'],
    ['no text', 5, 'Hodnota musí byť text.'],
  ])('returns 422 for a reason that is %s', async (_, reason, message) => {
    const client = await market.client();
    const { id } = await client.orders();

    expect(await client.cancels(id, reason)).toMatchObject(invalid('reason', message));
  });
});

describe('permissions for cancelling', () => {
  it('returns 403 for everybody but the owner with a verified address', async () => {
    const { client, expert, testimony } = await market.offered();

    expect(await expert.post(`/testimonies/${testimony.id}/cancel`)).toMatchObject(UNAUTHORIZED);
    expect(await (await market.client()).cancels(testimony.id)).toMatchObject(UNAUTHORIZED);
    await market.become(client, { emailVerified: false });
    expect(await client.cancels(testimony.id)).toMatchObject(UNVERIFIED);
    expect(await client.see(testimony.id)).toMatchObject({ state: 'offered' });
  });

  it.each(UNKNOWN_IDS)('returns 404 for a testimony that does not exist: %s', async id => {
    expect(await (await market.client()).cancels(id)).toMatchObject(NOT_FOUND);
  });
});

describe('cancellation mails to experts', () => {
  it('notifies each expert with a lapsed offer once, with the reason, but not those who withdrew', async () => {
    const { client, expert, testimony } = await market.offered();
    const [second, quitter] = await Promise.all([market.expert(), market.expert()]);
    await second.offers(testimony.id);
    await quitter.withdraws((await quitter.offers(testimony.id)).id);

    await client.cancels(testimony.id, 'Predali sme.');
    await market.work();

    expect(await Promise.all([expert, second, quitter].map(({ email }) => toldTo(email)))).toEqual([1, 1, 0]);
    const mail = (await mailsTo(expert.email)).find(({ subject }) => subject === CANCELLED);
    expect(mail?.body.text).toBe(
      testimonyMail(testimony.id, {
        says: [
          'Dobrý deň, Jana,',
          'klient zrušil posudok, na ktorý ste predložili ponuku. Vaša ponuka tým zanikla.',
          'Dôvod: Predali sme.',
        ],
        action: 'Otvoriť posudok',
      }),
    );
  });

  it('notifies an expert once even when the job runs twice', async () => {
    const { client, expert, testimony } = await market.offered();
    await client.cancels(testimony.id);
    const [job] = await tellingJobs(testimony.id);
    await notifyLapsedOffers('cancelled', testimony.id, job?.id, market.service.deps);

    await market.work();

    expect(await toldTo(expert.email)).toBe(1);
  });
});

it('cancels a testimony once when ten requests are concurrent', async () => {
  const { client, expert, testimony } = await market.offered();

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => client.cancels(testimony.id, `dôvod ${at}`)),
  );
  await market.work();

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const winner = answers.find(({ status }) => status === 200)?.body.data;
  expect((await client.see(testimony.id)).cancellationReason).toBe(winner.cancellationReason);
  expect(await toldTo(expert.email)).toBe(1);
});
