/** GET /api/v1/testimonies/offerable (infra/docs/api/testimonies.md): several regions as one list, the newest first. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestimonies, listIds, readAllPages } from '../../support/list-pages.ts';
import { type Market, type MarketClient, type MarketExpert, startMarket } from '../../support/market.ts';
import { NO_CONTACT, testimonyBodyWith } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket();
  client = await market.client();
});

const OFFERABLE = '/testimonies/offerable';
const pagesFor = async (expert: MarketExpert) =>
  (await readAllPages(expert, OFFERABLE)).map(({ data }) => listIds(data));

describe('GET /api/v1/testimonies/offerable', () => {
  it('hides the contact details of the client and the exact location of the property', async () => {
    const expert = await market.expert({ regions: ['bb'] });
    const order = testimonyBodyWith({ region: 'bb' });
    const { id } = await client.orders(order);

    const { status, body } = await expert.get(OFFERABLE);

    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        ...(await client.see(id)),
        client: { id: client.id, ...NO_CONTACT },
        realEstate: {
          ...(order.realEstate as object),
          address: {
            line1: null,
            line2: null,
            city: 'Košice',
            postalCode: '040 01',
            parcelNumber: null,
            cadastralArea: null,
          },
          userCoords: null,
        },
        allowedActions: ['offer'],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(client.email);
  });

  it('returns only open testimonies in the regions of the expert, without those they have an open offer on', async () => {
    const [expert, rival] = await Promise.all(['', ''].map(() => market.expert({ regions: ['za'] })));
    if (!expert || !rival) throw new Error('two experts');
    const [pending, offered, mine, taken, cancelled] = await createTestimonies(
      client,
      5,
      testimonyBodyWith({ region: 'za' }),
    );
    await client.orders(testimonyBodyWith({ region: 'tt' }));
    await rival.offers(offered ?? '');
    await expert.withdraws((await expert.offers(mine ?? '')).id);
    await client.accepts(await client.pays((await rival.offers(taken ?? '')).id));
    await client.cancels(cancelled ?? '');

    expect(await pagesFor(expert)).toEqual([[mine, offered, pending]]);
    expect(await pagesFor(rival)).toEqual([[mine, pending]]);
  });

  it('returns testimonies of the new regions after the expert changes regions', async () => {
    const expert = await market.expert({ regions: ['tn'] });
    const [inNitra] = await createTestimonies(client, 1, testimonyBodyWith({ region: 'nr' }));
    expect(await pagesFor(expert)).toEqual([[]]);

    await market.become(expert, { regions: ['nr'] });

    expect(await pagesFor(expert)).toEqual([[inNitra]]);
  });

  it.each([{ emailVerified: false }, { identityReview: 'pending' as const }])(
    'returns 200 to an expert with a revoked approval and %o',
    async change => {
      const expert = await market.expert();
      await market.become(expert, change);
      await market.revoke(expert);

      expect(await expert.get(OFFERABLE)).toMatchObject({ status: 200 });
    },
  );

  it('returns 403 to clients', async () => {
    expect(await client.get(OFFERABLE)).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
  });
});

describe('pages of offerable testimonies across regions', () => {
  it('pages through 37 testimonies of three regions without loss or repeats while others are added', async () => {
    const expert = await market.expert({ regions: ['ba', 'po', 'ke'] });
    const before: string[] = [];
    for (let at = 0; at < 37; at++) {
      const region = ['ba', 'po', 'ke'][(at * at) % 3];
      before.push(...(await createTestimonies(client, 1, testimonyBodyWith({ region }))));
    }
    const newestFirst = before.toReversed();
    const skipped = newestFirst.filter((_, at) => at < 20 && at % 2 === 1);
    for (const id of skipped) await expert.offers(id);

    const pages = await readAllPages(expert, OFFERABLE, async () => {
      await createTestimonies(client, 1, testimonyBodyWith({ region: 'po' }));
    });

    const expected = newestFirst.filter(id => !skipped.includes(id));
    expect(pages.map(({ data }) => data.length)).toEqual([15, 12]);
    expect(pages.flatMap(({ data }) => listIds(data))).toEqual(expected);

    const cursor = encodeURIComponent(pages[1]?.meta.prev_cursor ?? '');
    const back = (await expert.get(`${OFFERABLE}?cursor=${cursor}`)).body;
    expect(listIds(back.data)).toEqual(expected.slice(0, 15));
    expect(back.meta.prev_cursor).not.toBeNull();
  });
});
