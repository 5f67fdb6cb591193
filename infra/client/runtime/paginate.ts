/** Iteration over the items of a list (infra/docs/frontends.md#the-client). */

/** Query parameters that select a page of a list. */
export interface PageQuery {
  readonly cursor?: string;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null };
}

/**
 * Yields the items of all pages of a list. Each page is requested only when its items are needed. Example:
 * `paginate(query => api.listTestimonies({ query }))`.
 */
export async function* paginate<Item>(
  read: (query: PageQuery) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let query: PageQuery | undefined = {};
  while (query) {
    const { data, meta }: Page<Item> = await read(query);
    yield* data;
    query = meta.next_cursor ? { cursor: meta.next_cursor } : undefined;
  }
}
