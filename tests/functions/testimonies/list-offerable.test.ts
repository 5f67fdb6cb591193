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

describe('what an expert may offer on', () => {
  it('is shown without who the client is and where exactly the property lies', async () => {
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

  it('is open and of the expert’s regions: no others, none with an own open offer, accepted, completed or cancelled', async () => {
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

  it('follows the expert into other regions', async () => {
    const expert = await market.expert({ regions: ['tn'] });
    const [inNitra] = await createTestimonies(client, 1, testimonyBodyWith({ region: 'nr' }));
    expect(await pagesFor(expert)).toEqual([[]]);

    await market.become(expert, { regions: ['nr'] });

    expect(await pagesFor(expert)).toEqual([[inNitra]]);
  });

  it.each([{ emailVerified: false }, { identityReview: 'pending' as const }])(
    'is for unverified and unreviewed experts too: %o',
    async change => {
      const expert = await market.expert();
      await market.become(expert, change);
      await market.revoke(expert);

      expect(await expert.get(OFFERABLE)).toMatchObject({ status: 200 });
    },
  );

  it('is not for clients', async () => {
    expect(await client.get(OFFERABLE)).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
  });
});

describe('37 testimonies of three regions', () => {
  it('are one list without loss or repeats while others are added and some are offered on', async () => {
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
