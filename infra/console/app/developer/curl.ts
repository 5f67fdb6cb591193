import type { Exchange } from '../../../client/runtime/index.ts';
import { maskSecrets } from './mask-secrets.ts';

export function formatCurlCommand(exchange: Exchange, showSecrets: boolean): string {
  const { method, url, requestHeaders, requestBody } = exchange;
  const headers = Object.entries(maskSecrets(requestHeaders, showSecrets)).map(
    ([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`,
  );
  const parts = [
    `curl ${quoteForShell(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers,
    ...formatBodyOptions(requestBody, showSecrets),
  ];
  return parts.join(' \\\n  ');
}

function formatBodyOptions(body: Exchange['requestBody'], showSecrets: boolean): string[] {
  if (body === undefined) return [];
  const fields = parseBodyFields(body);
  if (typeof body === 'string')
    return [`-d ${quoteForShell(JSON.stringify(maskSecrets(fields, showSecrets)))}`];
  return Object.entries(maskSecrets(fields, showSecrets)).map(([name, value]) =>
    value instanceof File
      ? `-F ${quoteForShell(`${name}=@${value.name};type=${value.type}`)}`
      : `--form-string ${quoteForShell(`${name}=${value}`)}`,
  );
}

/** Parses a request body, which is JSON text or form data. */
export const parseBodyFields = (body: string | FormData): Record<string, unknown> =>
  typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body);

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
