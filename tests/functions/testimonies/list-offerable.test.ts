/**
 * Tests of GET /api/v1/testimonies/offerable (infra/docs/api/testimonies.md): one list of several regions, newest
 * first.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from 'vitest';
import type { Testimony } from '../../../lib/domain/model/testimonies/testimony.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { addTestimony } from '../../support/commit-changes.ts';
import { createTestimonies, listIds, readAllPages } from '../../support/list-pages.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { testimonyBodyWith } from '../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket();
  client = await market.createClient();
});

const OFFERABLE = '/testimonies/offerable';
const readOfferablePages = async (expert: MarketExpert) =>
  (await readAllPages(expert, OFFERABLE)).map(({ data }) => listIds(data));

it('an expert lists the open testimonies of their regions on which they have no open offer', async () => {
  const [expert, rival] = await Promise.all(['', ''].map(() => market.createExpert({ regions: ['za'] })));
  if (!expert || !rival) throw new Error('two experts');
  const [pending, offered, mine, taken, cancelled] = await createTestimonies(
    client,
    5,
    testimonyBodyWith({ region: 'za' }),
  );
  await client.createTestimony(testimonyBodyWith({ region: 'tt' }));
  await rival.createOffer(offered ?? '');
  await expert.withdrawOffer((await expert.createOffer(mine ?? '')).id);
  await client.acceptOffer(await client.payOffer((await rival.createOffer(taken ?? '')).id));
  await client.cancelTestimony(cancelled ?? '');

  expect(await readOfferablePages(expert)).toEqual([[mine, offered, pending]]);
  expect(await readOfferablePages(rival)).toEqual([[mine, pending]]);
});

it('offerable testimonies of three regions are paged without gaps or repeats while others are added', async () => {
  const expert = await market.createExpert({ regions: ['ba', 'po', 'ke'] });
  const before: string[] = [];
  for (let at = 0; at < 37; at++) {
    const region = ['ba', 'po', 'ke'][(at * at) % 3];
    before.push(...(await createTestimonies(client, 1, testimonyBodyWith({ region }))));
  }
  const newestFirst = before.toReversed();
  const skipped = newestFirst.filter((_, at) => at < 20 && at % 2 === 1);
  for (const id of skipped) await expert.createOffer(id);

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

it('testimonies of a client are offerable only while the e-mail address of the client is verified', async () => {
  const expert = await market.createExpert({ regions: ['tn'] });
  const { client: known } = await market.registerClient();
  const testimony = await known.createTestimony(testimonyBodyWith({ region: 'tn' }));
  const isListed = async () => listIds((await expert.get(OFFERABLE)).body.data).includes(testimony.id);
  expect(await isListed()).toBe(true);

  await market.updateAccount(known, { emailVerified: false });
  expect(await isListed()).toBe(false);
  const created = await known.post('/testimonies', testimonyBodyWith({ region: 'tn' }));
  expect(created).toMatchObject({ status: 201 });

  await market.updateAccount(known, { emailVerified: true });
  expect(listIds((await expert.get(OFFERABLE)).body.data)).toEqual([created.body.data.id, testimony.id]);
});

it('an expert with offers on hundreds of testimonies can page past them in both directions', async () => {
  const { deps } = market.service;
  const expert = await market.createExpert({ regions: ['bb', 'nr'] });
  const oldest = await client.createTestimony(testimonyBodyWith({ region: 'bb' }));
  const like = (await deps.testimonies.find(oldest.id)) as Testimony;
  const addTestimonyWithOffer = async (count: number) => {
    const region = count % 2 ? 'nr' : 'bb';
    const testimonyId = deps.random.uuid();
    await addTestimony(deps, { ...like, id: testimonyId, realEstate: { ...like.realEstate, region } });
    const pointer = { ...itemKey.ofExpert(expert.id, testimonyId), testimonyId, region, openOfferId: 'x' };
    await deps.table.client.send(new PutCommand({ TableName: deps.table.name, Item: pointer }));
  };
  for (let start = 0; start < 420; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, count) => addTestimonyWithOffer(start + count)));

  const pages = await readAllPages(expert, OFFERABLE);
  expect(pages.map(({ data }) => listIds(data))).toEqual([[], [oldest.id]]);

  const newest = await client.createTestimony(testimonyBodyWith({ region: 'nr' }));
  const found: string[][] = [];
  let back = pages.at(-1)?.meta.prev_cursor;
  while (back) {
    const { body } = await expert.get(`${OFFERABLE}?cursor=${encodeURIComponent(back)}`);
    found.push(listIds(body.data));
    back = body.meta.prev_cursor;
  }
  expect(found).toEqual([[], [newest.id]]);
});
