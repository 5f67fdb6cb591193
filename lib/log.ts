/**
 * One JSON line per happening, on standard output.
 *
 * Redacted by construction: a line is built from the closed set of fields below, none of which can
 * hold a secret or a person's data. The only free text, the message of an unexpected error, has
 * everything that looks like one blotted out, and never carries the values that caused it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40 } as const;
type Level = keyof typeof LEVELS;

interface Line {
  readonly event: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly jobId?: string;
  readonly jobKind?: string;
  readonly attempt?: number;
  readonly count?: number;
  readonly limit?: string;
  /** Keyed hashes: they tell callers apart, and nobody who they are. */
  readonly sourceHash?: string;
  readonly addressHash?: string;
  readonly detail?: string;
  readonly error?: unknown;
}

/** What every line of one request or job carries. */
interface Context {
  requestId: string;
  userId?: string;
}

const context = new AsyncLocalStorage<Context>();

/** Runs `work` so that every line written meanwhile carries `requestId`. */
export function withLogContext<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  return context.run({ requestId }, work);
}

/** As the lines have it. */
export function currentRequestId(): string | null {
  return context.getStore()?.requestId ?? null;
}

/** Names the user on whose behalf the current request runs. */
export function setLogUser(userId: string): void {
  const current = context.getStore();
  if (current) current.userId = userId;
}

function write(level: Level, { error, ...line }: Line): void {
  const threshold = LEVELS[(process.env.LOG_LEVEL ?? 'info') as Level] ?? LEVELS.info;
  if (LEVELS[level] < threshold) return;
  const entry = {
    level,
    at: new Date().toISOString(),
    ...context.getStore(),
    ...line,
    ...(error === undefined ? {} : { error: describe(error) }),
  };
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}

export const log = {
  info: (line: Line) => write('info', line),
  warn: (line: Line) => write('warn', line),
  error: (line: Line) => write('error', line),
};

interface DescribedError {
  readonly name: string;
  readonly message?: string;
  /** The AWS call that failed, for example `S3Client PutObjectCommand`. */
  readonly call?: string | undefined;
  /** Of an error response of AWS; S3 has an extended request id, too. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly extendedRequestId?: string | undefined;
  readonly frames?: string[];
  readonly cause?: DescribedError;
}

function describe(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const { call, $metadata } = error as AwsErrorFields;
  return {
    name: error.name,
    message: redact(error.message),
    call,
    status: $metadata?.httpStatusCode,
    requestId: $metadata?.requestId,
    extendedRequestId: $metadata?.extendedRequestId,
    // The stack begins with the message, of which a line may look like a frame.
    frames: (error.stack ?? '').replace(error.message, '').split('\n').filter(isFrame).slice(0, 8),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}

/** What errors of the AWS clients carry (lib/platform/aws/clients.ts). */
interface AwsErrorFields {
  readonly call?: string;
  readonly $metadata?: {
    readonly httpStatusCode?: number;
    readonly requestId?: string;
    readonly extendedRequestId?: string;
  };
}

const isFrame = (line: string): boolean => /^\s+at /.test(line);

/** Bearer tokens, e-mail addresses, IBANs, phone numbers, quoted values and any long run without blanks. */
const SENSITIVE =
  /[\w.-]+\|[\w-]{20,}|\S+@\S+|\bSK[\d ]{20,}|\+\d[\d ]{6,}|"[^"]*"|'[^']*'|[A-Za-z0-9+/=_-]{33,}/g;

export function redact(text: string): string {
  return text.slice(0, 2000).replace(SENSITIVE, '[…]');
}
