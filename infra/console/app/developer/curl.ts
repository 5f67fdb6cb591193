/** A request as a command line, to be tried and changed elsewhere. */
import type { Exchange } from '../../../client/runtime/index.ts';
import { maskSecrets } from './secrets.ts';

export function toCurl({ method, url, requestHeaders, requestBody }: Exchange, withSecrets: boolean): string {
  const headers = Object.entries(maskSecrets(requestHeaders, withSecrets)).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  const parts = [
    `curl ${quoted(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers,
    ...bodyOf(requestBody, withSecrets),
  ];
  return parts.join(' \\\n  ');
}

function bodyOf(body: Exchange['requestBody'], withSecrets: boolean): string[] {
  if (body === undefined) return [];
  const fields = fieldsOf(body);
  if (typeof body === 'string') return [`-d ${quoted(JSON.stringify(maskSecrets(fields, withSecrets)))}`];
  return Object.entries(maskSecrets(fields, withSecrets)).map(([name, value]) =>
    value instanceof File
      ? `-F ${quoted(`${name}=@${value.name};type=${value.type}`)}`
      : `--form-string ${quoted(`${name}=${value}`)}`,
  );
}

/** JSON, or the fields of a form. */
export function fieldsOf(body: string | FormData): Record<string, unknown> {
  return typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body);
}

/** What a shell leaves as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
