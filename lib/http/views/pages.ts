/**
 * Pages of lists, selected by cursors (infra/docs/api/conventions.md#pages). Cursors are signed, so callers cannot
 * forge them. Each cursor is bound to one list and is invalid for all other lists. It expires at the end of the next
 * day, so that equal positions have equal cursors all day.
 */
import { DomainError } from '../../domain/errors.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../domain/model/page.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { DAY } from '../../durations.ts';
import type { HttpRequest } from '../request/request.ts';
import type { HttpResponse } from '../response/response.ts';
import type { PageBody } from '../response/success-response.ts';

type Deps = Pick<Dependencies, 'cursors' | 'linkSigner'>;

/** The part of the handler's context from which a page is created. Its query is declared with `createListQuery`. */
export interface ListContext<Query extends ListQuery = ListQuery> {
  readonly request: HttpRequest;
  readonly query: Query;
}

interface ListQuery {
  readonly limit?: number | undefined;
}

type CursorDeps = Pick<Dependencies, 'cursors'>;

/** Content of a cursor. Its names are part of every cursor, so they are short. */
type CursorPayload = PageRequest & {
  /** Moment at which the cursor becomes invalid, in milliseconds since 1970. */
  readonly until: number;
};

/**
 * Maximum size of a page's items. Lambda limits a response to 6 MB. The rest is for the links, the headers and the
 * envelope. The first item is always included, whatever its size: a testimony with 200 long offers has less than 3 MB.
 */
const MAX_ITEMS_BYTES = 5_000_000;

/**
 * Creates the response with the page that `?cursor=` selects.
 *
 * A cursor keeps the size of its page for requests that do not set `limit`.
 * @param subject identifies the list and the user who reads it; with the filters of the query, it names the list
 * @throws DomainError `bad-cursor` when the cursor is forged, expired or belongs to another list
 */
export async function createPageResponse<Query extends ListQuery, Item, View>(
  { request, query: { limit: requestedLimit, ...filter } }: ListContext<Query>,
  subject: string,
  deps: Deps,
  fetchPage: (pageRequest: PageRequest, filter: Omit<Query, 'limit'>) => Promise<Page<Item>>,
  createView: (item: Item) => View,
): Promise<HttpResponse<200, PageBody<View>>> {
  const { receivedAt: now, query } = request;
  const list = nameFilteredList(subject, filter);
  const position = await readPageRequest(query.cursor, list, now, deps);
  const limit = requestedLimit ?? position.limit ?? PAGE_SIZE;
  const { views, next, previous } = await fetchViews(
    { ...position, limit },
    pageRequest => fetchPage(pageRequest, filter),
    createView,
  );
  const size = limit !== PAGE_SIZE && { limit };
  const [nextCursor, previousCursor] = await Promise.all([
    next === undefined ? null : signCursor({ from: next, ...size }, list, now, deps),
    previous === undefined ? null : signCursor({ from: previous, back: true, ...size }, list, now, deps),
  ]);
  const path = `${deps.linkSigner.apiUrl}${request.path}`;
  const linkTo = (cursor: string | null) => cursor && `${path}?${new URLSearchParams({ ...query, cursor })}`;
  return {
    status: 200,
    body: {
      data: views,
      links: { first: null, last: null, prev: linkTo(previousCursor), next: linkTo(nextCursor) },
      meta: { path, per_page: limit, next_cursor: nextCursor, prev_cursor: previousCursor },
    },
  };
}

/** Fetches a page and its views. If they are too large, the page has as many items as fit, and at least one. */
async function fetchViews<Item, View>(
  pageRequest: PageRequest,
  fetchPage: (pageRequest: PageRequest) => Promise<Page<Item>>,
  createView: (item: Item) => View,
): Promise<{ views: View[]; next?: string; previous?: string }> {
  const { items, ...positions } = await fetchPage(pageRequest);
  const views = items.map(createView);
  const limit = countFitting(pageRequest.back ? views.toReversed() : views);
  if (limit === views.length) return { views, ...positions };
  return fetchViews({ ...pageRequest, limit }, fetchPage, createView);
}

/** Returns the number of views that fit into a response, at least one if there is one. */
function countFitting(views: readonly unknown[]): number {
  let size = 0;
  const end = views.findIndex((view, index) => {
    // Lambda puts the body as a text into JSON, which escapes the quotes and backslashes of the body again.
    size += Buffer.byteLength(JSON.stringify(JSON.stringify(view)));
    return index > 0 && size > MAX_ITEMS_BYTES;
  });
  return end === -1 ? views.length : end;
}

/** Returns the name of a list with the filters of its query, so that a cursor is valid only with the same filters. */
const nameFilteredList = (list: string, filters: object): string =>
  `${list} with ${JSON.stringify(Object.entries(filters).filter(([, value]) => value !== undefined))}`;

/**
 * Reads a cursor. An absent or empty cursor selects the first page.
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
  if (!(await deps.cursors.verify(createSignedText(list, payload), signature.join('.'))))
    throw new DomainError('bad-cursor');
  const { until, ...page } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPayload;
  if (!(now.getTime() < until)) throw new DomainError('bad-cursor');
  return page;
}

export async function signCursor(
  page: PageRequest,
  list: string,
  now: Date,
  { cursors }: CursorDeps,
): Promise<string> {
  const content: CursorPayload = { ...page, until: (Math.floor(now.getTime() / DAY) + 2) * DAY };
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${await cursors.sign(createSignedText(list, payload))}`;
}

const createSignedText = (list: string, payload: string): string => `cursor\n${list}\n${payload}`;
