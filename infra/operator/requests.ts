/** Requests of commands. */
import type { ApiRequest, ApiResponse, SendRequest } from './api-client.ts';
import type { Field, OperatorCommand, Values } from './commands.ts';

/** Creates the request of a command. */
export function createRequest(command: OperatorCommand, optionValues: Values): ApiRequest {
  const values = { ...optionValues, ...command.fixedValues };
  const select = (place: string) => command.fields.filter(field => field.place === place);
  const query = select('query')
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(String(values[name]))}`);
  const path = command.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const bodyFields = select('body');
  return {
    method: command.method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    ...(bodyFields.length > 0 && { body: createBody(bodyFields, values) }),
  };
}

function createBody(fields: readonly Field[], values: Values): object {
  const body: Record<string, unknown> = {};
  for (const { name, path } of fields) {
    if (values[name] === undefined) continue;
    let parent = body;
    for (const key of path.slice(0, -1)) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[path.at(-1) ?? name] = values[name];
  }
  return body;
}

/** Requests the pages of a list one by one, from the page of the given cursor to the last page. */
export async function* fetchPages(
  command: OperatorCommand,
  values: Values,
  send: SendRequest,
): AsyncGenerator<ApiResponse> {
  let page = await send(createRequest(command, values));
  yield page;
  while (page.meta?.next_cursor) {
    page = await send(createRequest(command, { ...values, cursor: page.meta.next_cursor }));
    yield page;
  }
}

/** Returns all items of a list, or a record as the only item. */
export async function fetchItems(
  command: OperatorCommand,
  values: Values,
  send: SendRequest,
): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const { data } of fetchPages(command, values, send)) items.push(data);
  return items.flat();
}
