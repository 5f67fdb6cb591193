/** Tests of GET /api/v1/testimonies (infra/docs/api/testimonies.md): pages of 15, newest first. */
import { beforeAll, expect, it } from 'vitest';
import { createTestimonies, listIds, readAllPages } from '../../support/list-pages.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const path = 'https://api.testimony.example/api/v1/testimonies';

it('a client lists their own testimonies in every state, with all fields', async () => {
  const [one, other] = await Promise.all([market.createOfferedTestimony(), market.createClient()]);
  await other.createTestimony();
  const cancelled = await one.client.createTestimony();
  await one.client.cancelTestimony(cancelled.id);

  const { data } = (await one.client.get('/testimonies')).body;

  expect(data).toEqual([
    await one.client.getTestimony(cancelled.id),
    await one.client.getTestimony(one.testimony.id),
  ]);
});

it('testimonies are paged in both directions without gaps or repeats while others are added', async () => {
  const buyer = await market.createClient();
  const before = await createTestimonies(buyer, 37);
  const added: string[] = [];

  const pages = await readAllPages(buyer, '/testimonies', async () => {
    added.push(...(await createTestimonies(buyer, 2)));
  });

  expect(pages.map(({ data }) => data.length)).toEqual([15, 15, 7]);
  expect(pages.flatMap(({ data }) => listIds(data))).toEqual(before.reverse());
  const [, second, third] = pages;
  expect(third).toMatchObject({ links: { next: null }, meta: { next_cursor: null } });
  expect(second?.links.next).toBe(`${path}?cursor=${encodeURIComponent(second?.meta.next_cursor ?? '')}`);

  // Paging back returns the same second page, then the first page, and then the testimonies that were added in the
  // meantime.
  const back = async (cursor: string | null | undefined) =>
    (await buyer.get(`/testimonies?cursor=${encodeURIComponent(cursor ?? '')}`)).body;
  const again = await back(third?.meta.prev_cursor);
  expect(listIds(again.data)).toEqual(listIds(second?.data ?? []));
  const first = await back(again.meta.prev_cursor);
  expect(listIds(first.data)).toEqual(before.slice(0, 15));
  const newest = await back(first.meta.prev_cursor);
  expect(listIds(newest.data)).toEqual(added.reverse());
  expect(newest.meta.prev_cursor).toBeNull();
  expect(listIds((await back(newest.meta.next_cursor)).data)).toEqual(before.slice(0, 15));
});
