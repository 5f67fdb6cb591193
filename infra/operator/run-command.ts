/** Runs a command: sends its requests and formats its output. */
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import type { ApiRequest, ApiResponse, SendRequest } from './api-client.ts';
import type { CommandInput, OperatorCommand } from './commands.ts';
import { formatCsv, formatJson, formatRecord, formatTable } from './terminal-output.ts';

/**
 * Runs a command.
 * @returns the text to print
 * @throws OperatorError when a request fails
 */
export async function runCommand(
  command: OperatorCommand,
  input: CommandInput,
  send: SendRequest,
): Promise<string> {
  const { id = '' } = input;
  if (command.isExport) return formatJson(await fetchExport(createRequest(command, input), id, send));
  const shownRecord =
    command.recordPath && (await send({ method: 'GET', path: command.recordPath.replace('{id}', id) }));
  const fetched = input.csv ? { ...input, all: true as const } : input;
  const response = await fetchPages(createRequest(command, input), fetched, send);
  if (input.json) return formatJson(response);
  if (command.totals && Array.isArray(response.data)) {
    if (input.csv)
      return formatCsv(command.columns, [...response.data, command.totals(response.data)], input.csv);
  }
  const nextCursor = response.meta?.next_cursor;
  const nextPageHint = nextCursor
    ? `\n\nThere are more results. Add --all, or for the next page\n--cursor ${nextCursor}`
    : '';
  return formatOutput(command, response.data, shownRecord?.data ?? response.data) + nextPageHint;
}

export function createRequest(
  { route, query = [], body, argument, options }: OperatorCommand,
  input: CommandInput,
): ApiRequest {
  const [method, path = ''] = route.split(' ');
  const { id = '', refundId = '', kind, email, revision, amount, from, to, month = '' } = input;
  const { reference, sessionId, reason } = input;
  const parameters = query.flatMap(name =>
    input[name] === undefined ? [] : `${name}=${encodeURIComponent(input[name])}`,
  );
  return {
    method: method as ApiRequest['method'],
    path:
      path
        .replace('{id}', id)
        .replace('{refundId}', encodeURIComponent(refundId))
        .replace('{month}', encodeURIComponent(month)) +
      (parameters.length > 0 ? `?${parameters.join('&')}` : ''),
    ...(method !== 'GET' &&
      (body || argument || options) && {
        body: { ...body, kind, email, revision, amount, from, to, reference, sessionId, reason },
      }),
  };
}

/** Returns one response. With `--all`, returns all pages of the list from the cursor to the end as one response. */
export async function fetchPages(
  request: ApiRequest,
  { cursor, limit, all }: CommandInput,
  send: SendRequest,
): Promise<ApiResponse> {
  const path = limit === undefined ? request.path : `${request.path}&limit=${limit}`;
  const fetchPage = (pageCursor: string | undefined) =>
    send({
      ...request,
      path: pageCursor ? `${path}&cursor=${encodeURIComponent(pageCursor)}` : path,
    });

  let page = await fetchPage(cursor);
  if (!all) return page;
  const data = [page.data];
  while (page.meta?.next_cursor) {
    page = await fetchPage(page.meta.next_cursor);
    data.push(page.data);
  }
  return { data: data.flat() };
}

/**
 * Fetches all pages of an export as one document. The export route cannot read audit entries, so the command adds them
 * from the history of the user. As in the user's own export, they do not name the operators.
 */
async function fetchExport(request: ApiRequest, id: string, send: SendRequest): Promise<ApiResponse> {
  let page = await send(request);
  const data = { ...(page.data as Record<string, unknown>) };
  while (page.meta?.next_cursor) {
    page = await send({ ...request, body: { cursor: page.meta.next_cursor } });
    for (const [name, entries] of Object.entries(page.data as object))
      if (Array.isArray(entries)) data[name] = [data[name], entries].flat();
  }
  const history = (await send({ method: 'GET', path: `/history?id=${id}` })).data as OperatorHistory;
  const audit = history.audit.map(({ who, ...entry }) => entry).reverse();
  return { data: { ...data, audit } };
}

type OperatorHistory = ResponseData<'OperatorHistory'>;

function formatOutput(command: OperatorCommand, data: unknown, shownRecord: unknown): string {
  const { columns, successMessage, isSingle, ifEmpty = '' } = command;
  if (isSingle && Array.isArray(data) && data.length > 0) return formatRecord(columns, data[0]);
  if (Array.isArray(data)) return data.length > 0 ? formatTable(columns, data) : ifEmpty;
  const record = columns.length > 0 ? [formatRecord(columns, shownRecord)] : [];
  return [...(successMessage ? [successMessage] : []), ...record, ...formatSections(command, data)].join(
    '\n\n',
  );
}

/** Formats the tables below the record of a command. */
export function formatSections({ sections = [] }: OperatorCommand, data: unknown): string[] {
  return sections.map(section => {
    const rows = section.rows(data);
    return `${section.title}\n${rows.length > 0 ? formatTable(section.columns, rows) : section.ifEmpty}`;
  });
}
