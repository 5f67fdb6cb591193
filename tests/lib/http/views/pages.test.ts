/**
 * Tests of page cursors, which are signed and valid only for one list of one caller (infra/docs/api/conventions.md).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { paginateList } from '../../../../lib/domain/model/page.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';
import { createPageResponse } from '../../../../lib/http/views/pages.ts';
import { createTestimonies, listIds } from '../../../support/list-pages.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../../support/start-market.ts';
import { testimonyBodyWith } from '../../../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;
let expert: MarketExpert;
let cursor: string;

beforeAll(async () => {
  market = await startMarket();
  [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  await createTestimonies(client, 16);
  cursor = (await client.get('/testimonies')).body.meta.next_cursor;
});

const INVALID_CURSOR = { status: 400, body: { message: 'Invalid cursor.' } };
const getPage = (text: string, path = '/testimonies', person: MarketClient | MarketExpert = client) =>
  person.get(`${path}?cursor=${encodeURIComponent(text)}`);

describe('cursors of list pages', () => {
  it('the link to the next page has a reusable cursor and keeps other query parameters', async () => {
    expect(cursor).toMatch(/^[\w.-]+$/);
    for (const _ of [1, 2]) expect((await getPage(cursor)).body.data).toHaveLength(1);
    const { links } = (await client.get('/testimonies?view=a%26b')).body;
    expect(Object.fromEntries(new URL(links.next).searchParams)).toEqual({ view: 'a&b', cursor });
  });

  it('an empty cursor selects the first page', async () => {
    expect((await client.get('/testimonies?cursor=')).body).toEqual((await client.get('/testimonies')).body);
  });

  const tampered: Record<string, () => string> = {
    'a text that the API did not issue': () => 'x',
    'an unsigned position': () => Buffer.from('{"from":"x"}').toString('base64url'),
    'a cursor without its signature': () => cursor.split('.')[0] ?? '',
    'a cursor with an empty signature': () => `${cursor.split('.')[0]}.`,
    'a cursor with a suffix': () => `${cursor}.x`,
    'a cursor with a prefix': () => `x${cursor}`,
    'a cursor with another signature': () => `${cursor.split('.')[0]}.${'A'.repeat(43)}`,
    'another position with the signature of the cursor': () =>
      `${Buffer.from('{"from":"0"}').toString('base64url')}.${cursor.split('.')[1]}`,
    'a truncated cursor': () => cursor.slice(0, -1),
    'a cursor in capitals': () => cursor.toUpperCase(),
    'a cursor with a trailing blank': () => `${cursor} `,
    'three dots': () => '...',
    'a cursor with a letter beyond ASCII': () => `${cursor.slice(0, -1)}ž`,
  };
  it.each(Object.entries(tampered))('an invalid cursor results in a 400: %s', async (_, made) => {
    expect(await getPage(made())).toMatchObject(INVALID_CURSOR);
  });

  it('a cursor results in a 400 when any single character of it is changed', async () => {
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );

    for (const text of changed) expect(await getPage(text)).toMatchObject(INVALID_CURSOR);
  });

  it('a cursor of another list or another caller results in a 400', async () => {
    const other = await market.createClient();
    await createTestimonies(other, 16);
    const { id } = await client.createTestimony();
    const offerable = (await expert.get('/testimonies/offerable')).body.meta.next_cursor;

    expect(await getPage(cursor, '/testimonies', other)).toMatchObject(INVALID_CURSOR);
    expect(await getPage(cursor, '/testimonies/offerable', expert)).toMatchObject(INVALID_CURSOR);
    expect(await getPage(cursor, `/testimonies/${id}/offers`)).toMatchObject(INVALID_CURSOR);
    expect(await getPage(offerable, '/testimonies', expert)).toMatchObject(INVALID_CURSOR);
    expect(await getPage(offerable, '/testimonies/offerable', await market.createExpert())).toMatchObject(
      INVALID_CURSOR,
    );
  });

  it('a cursor is valid for at least a day and at most two', async () => {
    const { clock } = market.service.deps;
    const { next_cursor: fresh } = (await client.get('/testimonies')).body.meta;
    clock.advance(24 * 3600_000);
    expect(await getPage(fresh)).toMatchObject({ status: 200 });
    clock.advance(24 * 3600_000);

    expect(await getPage(fresh)).toMatchObject(INVALID_CURSOR);
    cursor = (await client.get('/testimonies')).body.meta.next_cursor;
  });

  it('a list continues at the cursor even if the item at the cursor is no longer in the list', async () => {
    const seller = await market.createExpert({ regions: ['tt'] });
    const newestFirst = (await createTestimonies(client, 20, testimonyBodyWith({ region: 'tt' }))).reverse();
    const { meta } = (await seller.get('/testimonies/offerable')).body;
    await client.cancelTestimony(newestFirst[14] ?? '');

    const { body } = await getPage(meta.next_cursor, '/testimonies/offerable', seller);

    expect(listIds(body.data)).toEqual(newestFirst.slice(15));
  });
});

describe('list pages with large items', () => {
  // Each quote takes four bytes in a response of Lambda, because it is escaped in the body and again in the envelope.
  const createItems = (...lengths: number[]) =>
    lengths.map((length, at) => ({ id: String(at).padStart(2, '0'), text: '"'.repeat(length) }));
  const items = createItems(...Array(40).fill(99_000));
  const readPage = async (query: Record<string, string>, list = items) => {
    const { body } = await createPageResponse(
      {
        request: {
          receivedAt: market.service.deps.clock.now(),
          query,
          path: '/list',
        } as unknown as HttpRequest,
        query: { limit: query.limit === undefined ? undefined : Number(query.limit) },
      },
      'large items',
      market.service.deps,
      async pageRequest => paginateList(list, pageRequest),
      item => item,
    );
    if (!body) throw new Error('the page has no body');
    return body;
  };

  it('a page has fewer items than its limit when more would exceed the size of a response', async () => {
    const sizes: number[] = [];
    const ids: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const body = await readPage({ limit: '30', cursor: next });
      expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(6_000_000);
      expect(body.meta.per_page).toBe(30);
      sizes.push(body.data.length);
      ids.push(...listIds(body.data));
      next = body.meta.next_cursor;
    }

    expect(sizes).toEqual([12, 12, 12, 4]);
    expect(ids).toEqual(listIds(items));
  });

  it('a previous page that would be too large contains only the items nearest to the cursor', async () => {
    const { meta } = await readPage({ limit: '20' });
    const last = await readPage({ limit: '20', cursor: meta.next_cursor ?? '' });

    const back = await readPage({ limit: '20', cursor: last.meta.prev_cursor ?? '' });

    expect(listIds(back.data)).toEqual(listIds(items.slice(0, 12)));
  });
});
