/** Carries out one command: the calls it makes and the text it prints. */
import type { ApiRequest, ApiResponse, Send } from './api.ts';
import type { OperatorCommand } from './commands.ts';
import { json, record, table } from './output.ts';

/** What the operator typed, apart from the connection. */
export interface Input {
  readonly id?: string;
  readonly kind?: string;
  readonly reason?: string;
  readonly revision?: string;
  readonly cursor?: string;
  readonly all?: true;
  readonly json?: true;
}

/** @returns the text to print */
export async function run(command: OperatorCommand, input: Input, send: Send): Promise<string> {
  const { id = '' } = input;
  const before = command.before && (await send({ method: 'GET', path: command.before.replace('{id}', id) }));
  const response = await fetchPages(requestOf(command, input), input, send);
  if (input.json) return json(response);
  const next = response.meta?.next_cursor;
  const more = next ? `\n\nThere are more results. Add --all, or for the next page\n--cursor ${next}` : '';
  return format(command, response.data, before?.data ?? response.data) + more;
}

function requestOf({ route, body, argument, options }: OperatorCommand, input: Input): ApiRequest {
  const [method, path = ''] = route.split(' ');
  const { id = '', kind, reason, revision } = input;
  return {
    method: method as ApiRequest['method'],
    path: path.replace('{id}', id),
    ...((body || argument || options) && { body: { ...body, kind, reason, revision } }),
  };
}

/** Returns one response, or with `--all` the pages from the cursor on as if they were one. */
async function fetchPages(request: ApiRequest, { cursor, all }: Input, send: Send): Promise<ApiResponse> {
  const fetchPage = (from: string | undefined) =>
    send(from ? { ...request, path: `${request.path}&cursor=${encodeURIComponent(from)}` } : request);

  let page = await fetchPage(cursor);
  if (!all) return page;
  const data = [page.data];
  while (page.meta?.next_cursor) {
    page = await fetchPage(page.meta.next_cursor);
    data.push(page.data);
  }
  return { data: data.flat() };
}

function format(command: OperatorCommand, data: unknown, subject: unknown): string {
  const { columns, done, sections = [], ifEmpty = '' } = command;
  if (Array.isArray(data)) return data.length > 0 ? table(columns, data) : ifEmpty;
  const tables = sections.map(section => {
    const rows = section.rows(data);
    return `${section.title}\n${rows.length > 0 ? table(section.columns, rows) : section.ifEmpty}`;
  });
  return [...(done ? [done] : []), record(columns, subject), ...tables].join('\n\n');
}
