/** Functions that page through lists as a frontend does. */

import type { Fields } from './builders.ts';
import type { MarketClient, Person } from './start-market.ts';

export interface ListPage {
  readonly data: readonly { readonly id: string }[];
  readonly links: Record<'first' | 'last' | 'prev' | 'next', string | null>;
  readonly meta: { readonly next_cursor: string | null; readonly prev_cursor: string | null };
}

export const listIds = (data: readonly { readonly id: string }[]) => data.map(({ id }) => id);

/** Creates the given number of testimonies one after another and returns their ids, oldest first. */
export async function createTestimonies(
  client: MarketClient,
  count: number,
  change: Fields = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await client.createTestimony(change)).id);
  return ids;
}

/**
 * Reads all pages of a list, from the first to the last.
 * @param betweenPages runs before each page except the first is requested
 */
export async function readAllPages(
  person: Person,
  path: string,
  betweenPages: () => Promise<void> = async () => {},
): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query: string = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    const { status, body } = await person.get(`${path}${query}`);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    pages.push(body);
    cursor = body.meta.next_cursor;
    if (cursor) await betweenPages();
  }
  return pages;
}
