/**
 * Cursor pages (contract §4): sealed, so that nobody can make one up, and bound to their list, so
 * that one list's cursor is worth nothing in another.
 */
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../domain/errors.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../domain/model/page.ts';
import type { World } from '../domain/ports/world.ts';
import type { Answer } from './answer.ts';
import type { HttpRequest } from './request.ts';
import type { PageBody } from './success-response.ts';

type Needs = Pick<World, 'links'>;

/**
 * Answers with the page that `?cursor=` asks for.
 *
 * @param list names the list and whose it is
 * @throws Refusal `bad-cursor` for a cursor that is not ours or of another list
 */
export async function page<Item, Shown>(
  request: HttpRequest,
  list: string,
  needs: Needs,
  read: (pageRequest: PageRequest) => Promise<Page<Item>>,
  show: (item: Item) => Shown,
): Promise<Answer<200, PageBody<Shown>>> {
  const { items, next, previous } = await read(await pageRequestOf(request.query.cursor, list, needs));
  const [nextCursor, previousCursor] = await Promise.all([
    next === undefined ? null : seal({ from: next }, list, needs),
    previous === undefined ? null : seal({ from: previous, back: true }, list, needs),
  ]);
  const path = `${needs.links.apiUrl}${request.path}`;
  const linkTo = (cursor: string | null) => cursor && `${path}?${queryWith(request, cursor)}`;
  return {
    status: 200,
    body: {
      data: items.map(show),
      links: { first: null, last: null, prev: linkTo(previousCursor), next: linkTo(nextCursor) },
      meta: { path, per_page: PAGE_SIZE, next_cursor: nextCursor, prev_cursor: previousCursor },
    },
  };
}

function queryWith({ query }: HttpRequest, cursor: string): string {
  return new URLSearchParams({ ...query, cursor }).toString();
}

/**
 * Where a list goes on.
 *
 * @throws Refusal `bad-cursor`
 */
export async function pageRequestOf(
  cursor: string | undefined,
  list: string,
  needs: Needs,
): Promise<PageRequest> {
  if (!cursor) return {};
  const [payload = ''] = cursor.split('.', 1);
  const [given, expected] = [Buffer.from(cursor), Buffer.from(await sealed(payload, list, needs))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('bad-cursor');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as PageRequest;
}

/** A cursor that leads there. */
export function seal(pageRequest: PageRequest, list: string, needs: Needs): Promise<string> {
  return sealed(Buffer.from(JSON.stringify(pageRequest)).toString('base64url'), list, needs);
}

async function sealed(payload: string, list: string, { links }: Needs): Promise<string> {
  return `${payload}.${await links.sign(`cursor\n${list}\n${payload}`)}`;
}
