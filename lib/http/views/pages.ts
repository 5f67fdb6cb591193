/**
 * Pages of lists, selected by cursors (infra/docs/api/conventions.md#pages). Cursors are signed, so callers cannot
 * forge them. Each cursor is bound to one list and is invalid for all other lists. It expires at the end of the next
 * day, so that equal positions have equal cursors all day.
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

/** What a cursor contains. Its names belong to the cursor, so they stay short. */
type CursorPayload = PageRequest & {
  /** Moment at which the cursor becomes invalid, in milliseconds since 1970. */
  readonly until: number;
};

const DAY_MS = 24 * 3600_000;

/**
 * Creates the response with the page that `?cursor=` selects.
 *
 * @param list identifies the list and the user who reads it
 * @throws DomainError `bad-cursor` when the cursor is forged, expired or belongs to another list
 */
export async function createPage<Item, View>(
  request: HttpRequest,
  list: string,
  deps: Deps,
  fetchPage: (pageRequest: PageRequest) => Promise<Page<Item>>,
  createView: (item: Item) => View,
): Promise<HttpResponse<200, PageBody<View>>> {
  const { receivedAt: now, query } = request;
  const { items, next, previous } = await fetchPage(await readPageRequest(query.cursor, list, now, deps));
  const [nextCursor, previousCursor] = await Promise.all([
    next === undefined ? null : signCursor({ from: next }, list, now, deps),
    previous === undefined ? null : signCursor({ from: previous, back: true }, list, now, deps),
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
 * @throws DomainError `bad-cursor` when the cursor is forged, expired or belongs to another list
 */
export async function readPageRequest(
  cursor: string | undefined,
  list: string,
  now: Date,
  deps: CursorDeps,
): Promise<PageRequest> {
  if (!cursor) return {};
  const [payload = '', ...signature] = cursor.split('.');
  if (!(await deps.cursors.verify(signedText(list, payload), signature.join('.'))))
    throw new DomainError('bad-cursor');
  const { until, ...page } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPayload;
  if (!(now.getTime() < until)) throw new DomainError('bad-cursor');
  return page;
}

/** Creates a signed cursor for a page of a list. */
export async function signCursor(
  page: PageRequest,
  list: string,
  now: Date,
  { cursors }: CursorDeps,
): Promise<string> {
  const content: CursorPayload = { ...page, until: (Math.floor(now.getTime() / DAY_MS) + 2) * DAY_MS };
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${await cursors.sign(signedText(list, payload))}`;
}

const signedText = (list: string, payload: string): string => `cursor\n${list}\n${payload}`;
