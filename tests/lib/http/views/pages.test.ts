/** Cursors of pages: signed, and valid for one list of one caller (infra/docs/api/conventions.md). */
import { beforeAll, describe, expect, it } from 'vitest';
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

describe('cursors', () => {
  it('returns a reusable cursor and keeps other query parameters in the link to the next page', async () => {
    expect(cursor).toMatch(/^[\w.-]+$/);
    for (const _ of [1, 2]) expect((await getPage(cursor)).body.data).toHaveLength(1);
    const { links } = (await client.get('/testimonies?view=a%26b')).body;
    expect(Object.fromEntries(new URL(links.next).searchParams)).toEqual({ view: 'a&b', cursor });
  });

  it('returns the first page for an empty cursor', async () => {
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
  it.each(Object.entries(tampered))('returns 400 for an invalid cursor: %s', async (_, made) => {
    expect(await getPage(made())).toMatchObject(INVALID_CURSOR);
  });

  it('returns 400 when any single character of the cursor is changed', async () => {
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );

    for (const text of changed) expect(await getPage(text)).toMatchObject(INVALID_CURSOR);
  });

  it('returns 400 for a cursor of another list or another caller', async () => {
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

  it('accepts a cursor for at least a day, and at most two', async () => {
    const { clock } = market.service.deps;
    const { next_cursor: fresh } = (await client.get('/testimonies')).body.meta;
    clock.advance(24 * 3600_000);
    expect(await getPage(fresh)).toMatchObject({ status: 200 });
    clock.advance(24 * 3600_000);

    expect(await getPage(fresh)).toMatchObject(INVALID_CURSOR);
    cursor = (await client.get('/testimonies')).body.meta.next_cursor;
  });

  it('continues a list at the cursor even when the item at the cursor has left the list', async () => {
    const seller = await market.createExpert({ regions: ['tt'] });
    const newestFirst = (await createTestimonies(client, 20, testimonyBodyWith({ region: 'tt' }))).reverse();
    const { meta } = (await seller.get('/testimonies/offerable')).body;
    await client.cancelTestimony(newestFirst[14] ?? '');

    const { body } = await getPage(meta.next_cursor, '/testimonies/offerable', seller);

    expect(listIds(body.data)).toEqual(newestFirst.slice(15));
  });
});
