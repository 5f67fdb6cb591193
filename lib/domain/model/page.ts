/** Pages of lists (infra/docs/api/conventions.md). Positions are the store's own and mean nothing to anybody else. */
export const PAGE_SIZE = 15;

/** Which page of a list: the one that begins behind `from`, or with `back` the one that ends before it. */
export interface PageRequest {
  readonly from?: string;
  readonly back?: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Position of the last item, when more follow. */
  readonly next?: string;
  /** Position of the first item, when others come before. */
  readonly previous?: string;
}

/** The page of a list that is at hand whole, in the order of its ids. */
export function paginate<Item extends { readonly id: string }>(
  all: readonly Item[],
  { from, back }: PageRequest,
): Page<Item> {
  const begin = from === undefined || back ? 0 : all.filter(({ id }) => id <= from).length;
  const end = back && from !== undefined ? all.filter(({ id }) => id < from).length : begin + PAGE_SIZE;
  const start = back ? Math.max(0, end - PAGE_SIZE) : begin;
  const items = all.slice(start, end);
  const [first, last] = [items[0]?.id, items.at(-1)?.id];
  return {
    items,
    ...(end < all.length && last !== undefined && { next: last }),
    ...(start > 0 && first !== undefined && { previous: first }),
  };
}
