/**
 * Pages of lists, selected by cursors (infra/docs/api/conventions.md#pages). Cursors are signed, so callers cannot
 * forge them. Each cursor is bound to one list and is invalid for all other lists.
 */
import { DomainError } from '../../domain/errors.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../domain/model/page.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { HttpRequest } from '../request/request.ts';
import type { HttpResponse } from '../response/response.ts';
import type { PageBody } from '../response/success-response.ts';

type Deps = Pick<Dependencies, 'cursors' | 'links'>;
/** What reading and signing a cursor needs. */
type CursorDeps = Pick<Dependencies, 'cursors'>;

/**
 * Creates the response with the page that `?cursor=` selects.
 *
 * @param list identifies the list and the user who reads it
 * @throws DomainError `bad-cursor` when the cursor is forged or belongs to another list
 */
export async function createPage<Item, View>(
  request: HttpRequest,
  list: string,
  deps: Deps,
  fetchPage: (pageRequest: PageRequest) => Promise<Page<Item>>,
  createView: (item: Item) => View,
): Promise<HttpResponse<200, PageBody<View>>> {
  const { items, next, previous } = await fetchPage(await readPageRequest(request.query.cursor, list, deps));
  const [nextCursor, previousCursor] = await Promise.all([
    next === undefined ? null : signCursor({ from: next }, list, deps),
    previous === undefined ? null : signCursor({ from: previous, back: true }, list, deps),
  ]);
  const path = `${deps.links.apiUrl}${request.path}`;
  const linkTo = (cursor: string | null) => cursor && `${path}?${createQueryString(request, cursor)}`;
  return {
    status: 200,
    body: {
      data: items.map(createView),
      links: { first: null, last: null, prev: linkTo(previousCursor), next: linkTo(nextCursor) },
      meta: { path, per_page: PAGE_SIZE, next_cursor: nextCursor, prev_cursor: previousCursor },
    },
  };
}

function createQueryString({ query }: HttpRequest, cursor: string): string {
  return new URLSearchParams({ ...query, cursor }).toString();
}

/**
 * Reads a cursor. An absent or empty cursor selects the first page.
 *
 * @throws DomainError `bad-cursor` when the cursor is forged or belongs to another list
 */
export async function readPageRequest(
  cursor: string | undefined,
  list: string,
  deps: CursorDeps,
): Promise<PageRequest> {
  if (!cursor) return {};
  const [payload = '', ...signature] = cursor.split('.');
  if (!(await deps.cursors.verify(signedText(list, payload), signature.join('.'))))
    throw new DomainError('bad-cursor');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as PageRequest;
}

/** Creates a signed cursor for a page of a list. */
export async function signCursor(
  pageRequest: PageRequest,
  list: string,
  { cursors }: CursorDeps,
): Promise<string> {
  const payload = Buffer.from(JSON.stringify(pageRequest)).toString('base64url');
  return `${payload}.${await cursors.sign(signedText(list, payload))}`;
}

const signedText = (list: string, payload: string): string => `cursor\n${list}\n${payload}`;
