/**
 * Cursor pages (infra/docs/api/conventions.md): sealed, so that nobody can make one up, and bound to their list, so
 * that one list's cursor is worth nothing in another.
 */
import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '../domain/errors.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../domain/model/page.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import type { Answer } from './answer.ts';
import type { HttpRequest } from './request.ts';
import type { PageBody } from './success-response.ts';

type Deps = Pick<Dependencies, 'links'>;

/**
 * Answers with the page that `?cursor=` asks for.
 *
 * @param list names the list and whose it is
 * @throws DomainError `bad-cursor` for a cursor that is not ours or of another list
 */
export async function createPage<Item, Shown>(
  request: HttpRequest,
  list: string,
  deps: Deps,
  read: (pageRequest: PageRequest) => Promise<Page<Item>>,
  show: (item: Item) => Shown,
): Promise<Answer<200, PageBody<Shown>>> {
  const { items, next, previous } = await read(await readPageRequest(request.query.cursor, list, deps));
  const [nextCursor, previousCursor] = await Promise.all([
    next === undefined ? null : seal({ from: next }, list, deps),
    previous === undefined ? null : seal({ from: previous, back: true }, list, deps),
  ]);
  const path = `${deps.links.apiUrl}${request.path}`;
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
 * @throws DomainError `bad-cursor`
 */
export async function readPageRequest(
  cursor: string | undefined,
  list: string,
  deps: Deps,
): Promise<PageRequest> {
  if (!cursor) return {};
  const [payload = ''] = cursor.split('.', 1);
  const [given, expected] = [Buffer.from(cursor), Buffer.from(await sealed(payload, list, deps))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new DomainError('bad-cursor');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as PageRequest;
}

/** A cursor that leads there. */
export function seal(pageRequest: PageRequest, list: string, deps: Deps): Promise<string> {
  return sealed(Buffer.from(JSON.stringify(pageRequest)).toString('base64url'), list, deps);
}

async function sealed(payload: string, list: string, { links }: Deps): Promise<string> {
  return `${payload}.${await links.sign(`cursor\n${list}\n${payload}`)}`;
}
