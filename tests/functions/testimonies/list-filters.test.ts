import { beforeAll, expect, it } from 'vitest';
import type { Testimony } from '../../../lib/domain/model/testimonies/testimony.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { addTestimony } from '../../support/commit-changes.ts';
import { createTestimonies, type ListPage, listIds } from '../../support/list-pages.ts';
import { type Market, type MarketClient, type Person, startMarket } from '../../support/start-market.ts';
import { testimonyBodyWith } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

/** Returns the path below `/api/v1` and the query of a link. */
const getApiPath = (link: string) => link.slice(link.indexOf('/api/v1') + '/api/v1'.length);

/** Reads all pages from a path with a query, by following `links.next`. */
async function followPages(person: Person, path: string): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let next: string | null = path;
  while (next !== null) {
    const { status, body }: { status: number; body: ListPage } = await person.get(next);
    expect(status).toBe(200);
    pages.push(body);
    next = body.links.next && getApiPath(body.links.next);
  }
  return pages;
}

const getIds = async (person: Person, path: string) =>
  (await followPages(person, path)).map(({ data }) => listIds(data));

/** Adds testimonies of the client directly to the table, oldest first, and returns their ids. */
async function addTestimonies(client: MarketClient, changes: readonly Partial<Testimony>[]) {
  const { deps } = market.service;
  const like = (await deps.testimonies.find((await client.createTestimony()).id)) as Testimony;
  const ids: string[] = [];
  for (const change of changes) {
    const testimony = { ...like, ...change, id: deps.random.uuid() };
    await addTestimony(deps, testimony);
    ids.push(testimony.id);
  }
  return ids;
}

it('a list has pages of the requested size, or of the default size when the limit is empty', async () => {
  const client = await market.createClient();
  const newestFirst = (await createTestimonies(client, 17)).reverse();

  const pages = await followPages(client, '/testimonies?limit=7');
  expect(pages.map(({ data }) => listIds(data))).toEqual([
    newestFirst.slice(0, 7),
    newestFirst.slice(7, 14),
    newestFirst.slice(14),
  ]);
  expect(pages[0]).toMatchObject({ meta: { per_page: 7 } });
  expect(await getIds(client, '/testimonies?limit=100')).toEqual([newestFirst]);
  expect(await getIds(client, '/testimonies?limit=1')).toHaveLength(17);
  expect((await client.get('/testimonies?limit=')).body.meta.per_page).toBe(15);
});

it('a cursor keeps the page size unless the request sets another one', async () => {
  const client = await market.createClient();
  const newestFirst = (await createTestimonies(client, 12)).reverse();
  const { meta } = (await client.get('/testimonies?limit=4')).body;
  const cursor = encodeURIComponent(meta.next_cursor);

  const kept = (await client.get(`/testimonies?cursor=${cursor}`)).body;
  expect(listIds(kept.data)).toEqual(newestFirst.slice(4, 8));
  expect(kept.meta.per_page).toBe(4);
  const changed = (await client.get(`/testimonies?cursor=${cursor}&limit=6`)).body;
  expect(listIds(changed.data)).toEqual(newestFirst.slice(4, 10));
  const back = (await client.get(`/testimonies?cursor=${encodeURIComponent(changed.meta.prev_cursor)}`)).body;
  expect(listIds(back.data)).toEqual(newestFirst.slice(0, 4));
});

it('a client can filter testimonies by state, region and time of creation', async () => {
  const client = await market.createClient();
  const { clock } = market.service.deps;
  const [first, second] = await createTestimonies(client, 2, testimonyBodyWith({ region: 'za' }));
  clock.advance(3600_000);
  const since = clock.now().toISOString();
  clock.advance(3600_000);
  const [third, fourth] = await createTestimonies(client, 2, testimonyBodyWith({ region: 'po' }));
  await client.cancelTestimony(second ?? '');
  await client.cancelTestimony(third ?? '');

  const list = async (query: string) => (await getIds(client, `/testimonies?${query}`)).flat();
  expect(await list('state=cancelled')).toEqual([third, second]);
  expect(await list('state=pending')).toEqual([fourth, first]);
  expect(await list('state=completed')).toEqual([]);
  expect(await list('region=za')).toEqual([second, first]);
  expect(await list(`createdAfter=${since}`)).toEqual([fourth, third]);
  expect(await list(`createdAfter=${since}&state=pending&region=po`)).toEqual([fourth]);
  expect(await list(`createdAfter=${since}&region=za`)).toEqual([]);
  expect(await list('state=&region=&createdAfter=')).toEqual([fourth, third, second, first]);
  expect(await list('purpose=none')).toEqual([fourth, third, second, first]);
});

it('the filter createdAfter excludes testimonies that were created exactly at the given time', async () => {
  const client = await market.createClient();
  const { createdAt, id } = await client.createTestimony();
  const before = new Date(Date.parse(createdAt) - 1).toISOString();

  expect(await getIds(client, `/testimonies?createdAfter=${createdAt}`)).toEqual([[]]);
  expect(await getIds(client, `/testimonies?createdAfter=${before}`)).toEqual([[id]]);
});

it('an expert can filter testimonies by state and region', async () => {
  const [client, expert] = await Promise.all([
    market.createClient(),
    market.createExpert({ regions: ['ke', 'tt'] }),
  ]);
  const [inKe, cancelled] = await createTestimonies(client, 2);
  const [inTt] = await createTestimonies(client, 1, testimonyBodyWith({ region: 'tt' }));
  for (const id of [inKe, cancelled, inTt]) await expert.createOffer(id ?? '');
  await client.cancelTestimony(cancelled ?? '');

  expect(await getIds(expert, '/testimonies?state=offered')).toEqual([[inTt, inKe]]);
  expect(await getIds(expert, '/testimonies?region=ke&state=cancelled')).toEqual([[cancelled]]);
});

it('each invalid filter of a list is rejected with a specific message', async () => {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);

  expect(await client.get('/testimonies?state=open&region=xx&createdAfter=yesterday&limit=0')).toMatchObject({
    status: 422,
    body: {
      errors: {
        state: [slovakMessages.state],
        region: [slovakMessages.region],
        createdAfter: [slovakMessages.moment],
        limit: [slovakMessages.pageLimit],
      },
    },
  });
  expect(await expert.get('/testimonies/offerable?region=xx&createdAfter=2026-02-30')).toMatchObject({
    status: 422,
    body: { errors: { region: [slovakMessages.region], createdAfter: [slovakMessages.moment] } },
  });
});

it('a cursor is rejected with 400 when the filters differ from those of its page', async () => {
  const client = await market.createClient();
  await createTestimonies(client, 3);
  const { meta } = (await client.get('/testimonies?state=pending&limit=1')).body;
  const cursor = encodeURIComponent(meta.next_cursor);

  expect(await client.get(`/testimonies?state=pending&cursor=${cursor}`)).toMatchObject({ status: 200 });
  for (const query of ['', 'state=offered', 'state=pending&region=ke'])
    expect(await client.get(`/testimonies?${query}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { message: 'Invalid cursor.' },
    });
});

it('a filtered list finds every match although each page examines at most 100 testimonies', async () => {
  const client = await market.createClient();
  const isMatching = (at: number) => at === 3 || at === 120 || at >= 225;
  const ids = await addTestimonies(
    client,
    Array.from({ length: 230 }, (_, at) => ({ state: isMatching(at) ? 'cancelled' : 'pending' })),
  );
  const expected = ids.filter((_, at) => isMatching(at)).reverse();

  const pages = await followPages(client, '/testimonies?state=cancelled&limit=3');

  expect(pages.map(({ data }) => data.length)).toEqual([3, 2, 1, 1]);
  expect(pages.flatMap(({ data }) => listIds(data))).toEqual(expected);
  const found: string[] = [];
  let back = pages.at(-1)?.links.prev;
  while (back) {
    const { body } = await client.get(getApiPath(back));
    found.unshift(...listIds(body.data));
    back = body.links.prev;
  }
  expect(found).toEqual(expected.slice(0, -1));
});

it('a list filtered by createdAfter ends at that time without examining older testimonies', async () => {
  const client = await market.createClient();
  const { clock } = market.service.deps;
  await addTestimonies(client, Array(130).fill({}));
  clock.advance(3600_000);
  const since = clock.now().toISOString();
  clock.advance(1000);
  const { id } = await client.createTestimony();

  expect(await getIds(client, `/testimonies?createdAfter=${since}`)).toEqual([[id]]);
});

it('an expert can filter offerable testimonies by region but finds none of a foreign region', async () => {
  const client = await market.createClient();
  const expert = await market.createExpert({ regions: ['ba', 'bb'] });
  const [inBa] = await createTestimonies(client, 1, testimonyBodyWith({ region: 'ba' }));
  await createTestimonies(client, 1, testimonyBodyWith({ region: 'bb' }));
  await createTestimonies(client, 1, testimonyBodyWith({ region: 'tt' }));

  expect(await getIds(expert, '/testimonies/offerable?region=ba')).toEqual([[inBa]]);
  expect(await getIds(expert, '/testimonies/offerable?region=tt')).toEqual([[]]);
});
