import * as v from 'valibot';

const Link = v.nullable(v.pipe(v.string(), v.url()));
const Cursor = v.nullable(v.string());

/** Links and metadata of a list page (infra/docs/api/conventions.md#pages). `first` and `last` are always null. */
export const Page = v.object({
  links: v.strictObject({ first: v.null(), last: v.null(), prev: Link, next: Link }),
  meta: v.strictObject({ path: v.string(), per_page: v.number(), next_cursor: Cursor, prev_cursor: Cursor }),
});
