/**
 * Logger that writes one JSON line per event to standard output.
 *
 * A line contains only the fields below, which must not hold secrets or personal data. The message of an unexpected
 * error is the only text that the service does not write itself; all parts of it that look like a secret or personal
 * data are redacted.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const LEVELS = { info: 20, warn: 30, error: 40 } as const;
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
  /** Keyed hashes of an IP address and an e-mail address, which distinguish callers without identifying them. */
  readonly sourceHash?: string;
  readonly addressHash?: string;
  readonly detail?: string;
  readonly testimonyId?: string;
  readonly userId?: string;
  readonly expertId?: string;
  /** Id that SES has given to a mail. Notices of bounces and spam reports contain it. */
  readonly messageId?: string;
  /** Delivery state of a mail (lib/domain/model/mails/mail-record.ts). */
  readonly mailState?: string;
  /** Time until which operators can respond to a dispute. */
  readonly respondBy?: string;
  /** Amount in euros that a job or an alert is about. */
  readonly amount?: number;
  /** Party whose money the job or alert concerns: `client` or `expert`. */
  readonly party?: string;
  readonly error?: unknown;
}

/** Fields that are added to every line of one request or job. */
interface Context extends JobContext {
  requestId: string;
  userId?: string;
}

/** Fields that are added to every line of one job. */
export interface JobContext {
  readonly jobId?: string;
  readonly jobKind?: string;
  readonly mail?: string;
  /** Id of the request or invocation that caused the job, directly or through other jobs. */
  readonly causedBy?: string;
  /** User whom the job concerns. For a mail, it is the recipient. */
  readonly userId?: string;
  readonly testimonyId?: string;
}

const context = new AsyncLocalStorage<Context>();

export function withLogContext<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  return context.run({ requestId }, work);
}

export function withJobContext<T>(job: JobContext, work: () => Promise<T>): Promise<T> {
  return context.run({ requestId: '', ...context.getStore(), ...job }, work);
}

/**
 * Returns the id that is stored as the cause of new jobs. In a job, it is the id of the first cause; otherwise, it is
 * the id of the current request or invocation. Undefined outside of these.
 */
export function findCurrentCause(): string | undefined {
  const { causedBy, requestId } = context.getStore() ?? {};
  return causedBy ?? requestId;
}

/** Returns the id of the current request, as in the log lines, or null outside a request. */
export function getCurrentRequestId(): string | null {
  return context.getStore()?.requestId ?? null;
}

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
  /** Status and request ids of an error response from AWS. Only S3 sends the extended request id. */
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
    // The message is removed from the stack, because one of its lines may look like a stack frame.
    frames: (error.stack ?? '').replace(error.message, '').split('\n').filter(isFrame).slice(0, 8),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}

/** Fields of errors that the AWS clients throw (lib/platform/aws/clients.ts). */
interface AwsErrorFields {
  readonly call?: string;
  readonly $metadata?: {
    readonly httpStatusCode?: number;
    readonly requestId?: string;
    readonly extendedRequestId?: string;
  };
}

const isFrame = (line: string): boolean => /^\s+at /.test(line);

/** Matches bearer tokens, e-mail addresses, IBANs, phone numbers, quoted values and long strings without spaces. */
const SENSITIVE =
  /[\w.-]+\|[\w-]{20,}|\S+@\S+|\bSK[\d ]{20,}|\+\d[\d ]{6,}|"[^"]*"|'[^']*'|[A-Za-z0-9+/=_-]{33,}/g;

export function redact(text: string): string {
  return text.slice(0, 2000).replace(SENSITIVE, '[…]');
}

/** Returns the names and redacted messages of an error and of its causes, as one line of text. */
export function describeErrorText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const text = redact(`${error.name}: ${error.message}`);
  return error.cause === undefined ? text : `${text} (${describeErrorText(error.cause)})`;
}
