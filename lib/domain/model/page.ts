/** Pagination of lists. Positions in a list are opaque: only the store interprets them. */
export const PAGE_SIZE = 15;

export const MAX_PAGE_SIZE = 100;

/**
 * Request for a page of a list. The page begins after the position `from` or, with `back`, ends before this position.
 */
export interface PageRequest {
  readonly from?: string;
  readonly back?: boolean;
  /** Maximum number of items; by default `PAGE_SIZE`. */
  readonly limit?: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Position of the last item, if more items follow. */
  readonly next?: string;
  /** Position of the first item, if other items precede it. */
  readonly previous?: string;
}

/** Returns a page of a complete list, which must be sorted by id. */
export function paginateList<Item extends { readonly id: string }>(
  all: readonly Item[],
  { from, back, limit = PAGE_SIZE }: PageRequest,
): Page<Item> {
  const begin = from === undefined || back ? 0 : all.filter(({ id }) => id <= from).length;
  const end = back && from !== undefined ? all.filter(({ id }) => id < from).length : begin + limit;
  const start = back ? Math.max(0, end - limit) : begin;
  const items = all.slice(start, end);
  const [first, last] = [items[0]?.id, items.at(-1)?.id];
  return {
    items,
    ...(end < all.length && last !== undefined && { next: last }),
    ...(start > 0 && first !== undefined && { previous: first }),
  };
}
