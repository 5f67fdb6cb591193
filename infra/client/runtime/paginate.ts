/** Lists, item by item (contract §4). */

interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null };
}

/** Every item of every page, read as they are asked for: `paginate(cursor => api.listTestimonies({ cursor }))`. */
export async function* paginate<Item>(
  read: (cursor: string | undefined) => Promise<PageOf<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, meta } = await read(cursor);
    yield* data;
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
