import type { Exchange } from '../../../client/runtime/index.ts';

/** Returns a command that sends the same request, with its token and passwords. */
export function formatCurlCommand({ method, url, requestHeaders, requestBody }: Exchange): string {
  const parts = [
    `curl ${quoteForShell(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(requestHeaders).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...formatBodyOptions(requestBody),
  ];
  return parts.join(' \\\n  ');
}

function formatBodyOptions(body: Exchange['requestBody']): string[] {
  if (body === undefined) return [];
  if (typeof body === 'string') return [`-d ${quoteForShell(body)}`];
  return [...body].map(([name, value]) =>
    value instanceof File
      ? `-F ${quoteForShell(`${name}=@${value.name};type=${value.type}`)}`
      : `--form-string ${quoteForShell(`${name}=${value}`)}`,
  );
}

/** Parses a request body, which is JSON text or form data. */
export const parseBodyFields = (body: string | FormData): Record<string, unknown> =>
  typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(body);

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
