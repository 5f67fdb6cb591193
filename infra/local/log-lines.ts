/** Formats the log lines of the functions for a developer's terminal. */
import { inspect } from 'node:util';

/**
 * Fields that a readable line does not print as `name=value`: they have their own places in the line or are left out.
 */
const LEADING_FIELDS = ['at', 'level', 'event', 'route', 'status', 'ms', 'jobKind', 'error', 'requestId'];

/**
 * Formats a JSON log line of a function. Returns an empty string for metrics, and other lines unchanged.
 * @param line for example
 *   `{"level":"info","at":"…","event":"request.completed","route":"GET /api/v1/me","status":200,"ms":8}`
 * @returns for example `10:15:02 200 GET /api/v1/me 8 ms`
 */
export function formatLogLine(line: string): string {
  const fields = parseFields(line);
  if (!fields) return line;
  if ('_aws' in fields) return '';
  const { at, level, event, error } = fields;
  const time = new Date(String(at)).toTimeString().slice(0, 8);
  const mark = level === 'info' ? '' : `${String(level).toUpperCase()} `;
  const rest = Object.entries(fields)
    .filter(([name]) => !LEADING_FIELDS.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : inspect(value)}`);
  return [`${time}  ${mark}${describeEvent(String(event), fields)}`, ...rest, ...describeError(error)].join(
    '  ',
  );
}

type Fields = Readonly<Record<string, unknown>>;

function parseFields(line: string): Fields | undefined {
  try {
    const fields = JSON.parse(line);
    return fields?.event && fields.at ? fields : fields?._aws ? fields : undefined;
  } catch {
    return undefined;
  }
}

function describeEvent(event: string, { route, status, ms, jobKind }: Fields): string {
  if (event === 'request.completed') return `${status} ${route}  ${ms} ms`;
  return jobKind ? `${event} ${jobKind}` : event;
}

function describeError(error: unknown): string[] {
  return error === undefined ? [] : [`\n  ${inspect(error, { depth: 4 }).replaceAll('\n', '\n  ')}`];
}
