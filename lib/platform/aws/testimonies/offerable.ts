/**
 * List of the open testimonies of several regions on which an expert has no open offer, newest first
 * (infra/docs/api/testimonies.md#lists-of-testimonies).
 *
 * Each region of a market is a partition of the index. An expert's pointers are the items that refer to the testimonies
 * on which the expert has made offers. The testimonies of a region and the pointers are sorted by id, and therefore by
 * time. The pointers are read first: they determine which testimonies to leave out and how many more to read per
 * region. The lists of the regions are then merged. A request reads each partition once, regardless of the number of
 * testimonies and offers. If an expert has more pointers than one request reads, the page may be short. The page's
 * cursor continues where the page ends.
 */
import type { Expert } from '../../../domain/model/accounts/account.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Testimony } from '../../../domain/model/testimonies/testimony.ts';
import {
  isBeforeFilter,
  matchesFilter,
  type TestimonyFilter,
} from '../../../domain/model/testimonies/testimony-filter.ts';
import { getOpenPartition, itemKey } from '../table/keys.ts';
import { type ListPart, queryPart } from '../table/lists.ts';
import { readValid, toTestimony } from '../table/records.ts';
import type { Item, Table } from '../table/table.ts';

const MOST_POINTERS = 250;

interface Stretch<Entry> {
  readonly entries: readonly Entry[];
  /** Id up to which the entries are complete; undefined if they extend to the end of the list. */
  readonly upTo?: string | undefined;
}

interface Pointer {
  readonly id: string;
  readonly region: string;
  readonly isOpen: boolean;
}

interface OpenItem {
  readonly id: string;
  readonly item: Item;
}

export async function readOfferableTestimonies(
  table: Table,
  { id: expertId, market, regions }: Pick<Expert, 'id' | 'market' | 'regions'>,
  pageRequest: PageRequest,
  filter: TestimonyFilter,
): Promise<Page<Testimony>> {
  const { back, limit = PAGE_SIZE } = pageRequest;
  const readRegions = regions.filter(region => filter.region === undefined || filter.region === region);
  if (readRegions.length === 0) return { items: [] };
  const isBefore = (a: string, b: string) => (back ? a < b : a > b);
  const own = await pointersOf(table, expertId, pageRequest);
  const offered = own.entries.filter(({ isOpen }) => isOpen);
  const lists = await Promise.all(
    readRegions.map(region => {
      const leftOut = offered.filter(pointer => pointer.region === region).length;
      return openIn(table, getOpenPartition(region, market), pageRequest, limit + 1 + leftOut);
    }),
  );
  // A list may be incomplete after its `upTo`, so the merged list ends at the earliest one in reading order.
  const [upTo] = [own, ...lists].flatMap(list => list.upTo ?? []).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const ids = new Set(offered.map(({ id }) => id));
  const entries = lists
    .flatMap(list => list.entries)
    .filter(({ id }) => !ids.has(id) && !(upTo && isBefore(upTo, id)))
    .sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  const listed: Testimony[] = [];
  for (const { item } of entries) {
    if (listed.length > limit) break;
    // Checking an item against its schema costs more than reading it, so only the items of the page are checked.
    const [testimony] = readValid([item], toTestimony);
    if (!testimony) continue;
    if (!back && isBeforeFilter(filter, testimony)) return pageOf({ entries: listed }, pageRequest);
    if (matchesFilter(filter, testimony)) listed.push(testimony);
  }
  return pageOf({ entries: listed, upTo }, pageRequest);
}

function pageOf(
  { entries, upTo }: Stretch<Testimony>,
  { back, from, limit = PAGE_SIZE }: PageRequest,
): Page<Testimony> {
  const items = entries.slice(0, limit);
  const onward = entries.length > limit ? items.at(-1)?.id : upTo;
  if (back) items.reverse();
  const [next, previous] = back
    ? [items.at(-1)?.id ?? onward, onward]
    : [onward, from && (items[0]?.id ?? onward)];
  return { items, ...(next && { next }), ...(previous && { previous }) };
}

async function pointersOf(
  table: Table,
  expertId: string,
  pageRequest: PageRequest,
): Promise<Stretch<Pointer>> {
  const { pk } = itemKey.ofExpert(expertId, '');
  const { items, hasMore } = await queryPart(table, toPart({ pk, limit: MOST_POINTERS }, pageRequest));
  const entries = items.map(({ sk, region, openOfferId }) => ({
    id: sk,
    region: String(region),
    isOpen: openOfferId !== undefined,
  }));
  return { entries, ...(hasMore && { upTo: entries.at(-1)?.id }) };
}

async function openIn(
  table: Table,
  pk: string,
  pageRequest: PageRequest,
  limit: number,
): Promise<Stretch<OpenItem>> {
  const list = { index: 'gsi1', pk, limit } as const;
  const { items, hasMore } = await queryPart(table, toPart(list, pageRequest));
  const entries = items.map(item => ({ id: String(item.gsi1sk), item }));
  return { entries, ...(hasMore && { upTo: entries.at(-1)?.id }) };
}

const toPart = (list: ListPart, { from, back = false }: PageRequest): ListPart => ({
  ...list,
  from,
  newestFirst: !back,
});
