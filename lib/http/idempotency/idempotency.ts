/**
 * `Idempotency-Key` (infra/docs/api/conventions.md#idempotency): a retried request gets the stored response, and its
 * work is not repeated.
 *
 * The response is stored in the transaction that does the work, so neither exists without the other. If the request is
 * rejected, the record is read again: a concurrent duplicate may have committed in the meantime.
 */
import { createHash } from 'node:crypto';
import { DomainError, type ErrorCode, FieldError, InvalidBodyError } from '../../domain/errors.ts';
import {
  type CreateIdempotencyRecord,
  type IdempotentRequest,
  noIdempotencyRecord,
  type StoredResponse,
} from '../../domain/model/idempotency.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { HttpRequest } from '../request/request.ts';
import type { HttpResponse } from '../response/response.ts';

/**
 * Does the work and returns its response.
 *
 * @param act does the work; calls `keep` with the outcome and writes the resulting record in the same transaction
 * @param show creates the response. If the response is stored with the outcome, `show` is called before the outcome is
 *   written
 */
export type IdempotentRun = <Outcome, Status extends number, Body>(
  act: (keep: CreateIdempotencyRecord<unknown>) => Promise<Outcome>,
  show: (outcome: Outcome) => HttpResponse<Status, Body> | Promise<HttpResponse<Status, Body>>,
) => Promise<HttpResponse<Status, Body>>;

interface RequestOfUser {
  readonly request: HttpRequest;
  readonly userId: string | undefined;
}

interface Attempt<Form> extends RequestOfUser {
  /** Reads the body and checks it. */
  readonly read: () => Promise<Form>;
  readonly work: (form: Form, once: IdempotentRun) => Promise<HttpResponse>;
}

/** Handling of repeated requests to an endpoint. */
export interface IdempotencyStrategy<Deps> {
  readonly header: string;
  readonly errors: readonly ErrorCode[];
  readonly respond: <Form>(attempt: Attempt<Form>, deps: Deps) => Promise<HttpResponse>;
}

type Deps = Pick<Dependencies, 'idempotency'>;

/** Runs the handler without an idempotency record. */
export async function runAlways<Form>({ read, work }: Attempt<Form>): Promise<HttpResponse> {
  return work(await read(), async (act, show) => show(await act(noIdempotencyRecord)));
}

/**
 * Runs the handler once in 24 hours for each key. A user's key is valid for that user and one route, a guest's key for
 * one route.
 */
export const idempotencyKey: IdempotencyStrategy<Deps> = {
  header: 'Idempotency-Key',
  errors: ['bad-idempotency-key', 'idempotency-key-reused'],
  async respond(attempt, deps) {
    const key = readKey(attempt.request);
    if (key === undefined) return runAlways(attempt);
    const keyed = (form: object) => createIdempotentRequest(attempt, key, form);
    return attempt.read().then(
      form => runOnce(keyed(form as object), once => attempt.work(form, once), deps),
      error => replayDespiteError(error, keyed, deps),
    );
  },
};

const PRINTABLE = /^[\x20-\x7e]{16,255}$/;

function readKey({ headers }: HttpRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined && !PRINTABLE.test(key)) throw new DomainError('bad-idempotency-key');
  return key;
}

async function runOnce(
  request: IdempotentRequest,
  work: (once: IdempotentRun) => Promise<HttpResponse>,
  { idempotency: store }: Deps,
): Promise<HttpResponse> {
  const stored = await store.find(request);
  if (stored) return replay(stored);
  return work(createRun(request, store)).catch(async error => {
    const concurrent = error instanceof DomainError && (await store.find(request));
    if (concurrent) return replay(concurrent);
    throw error;
  });
}

/**
 * Handles the error of a body. If only its uploads are invalid, an earlier attempt of the same request may have used
 * them. In this case, the stored response of that attempt is returned.
 *
 * @throws the given error when there is no stored response for this request
 */
async function replayDespiteError(
  error: unknown,
  keyed: (form: object) => IdempotentRequest,
  { idempotency: store }: Deps,
): Promise<HttpResponse> {
  const checked = error instanceof InvalidBodyError && error.checked;
  const stored = checked && (await store.find(keyed(checked)));
  if (!stored || stored === 'key-reused') throw error;
  return replay(stored);
}

function replay(stored: StoredResponse | 'key-reused'): HttpResponse {
  if (stored === 'key-reused') {
    throw new FieldError({ idempotencyKey: ['idempotency-key-reused'] }, 'idempotency-key-reused');
  }
  return { ...stored, headers: { 'idempotency-replayed': 'true' } };
}

/**
 * Returns a run that stores its response. `act` may call `keep` several times, because it starts over when a
 * concurrent write interferes; the last response is the one that is stored and returned.
 */
function createRun(request: IdempotentRequest, store: Dependencies['idempotency']): IdempotentRun {
  return async (act, show) => {
    let shown: Awaited<ReturnType<typeof show>> | undefined;
    const outcome = await act(async decided => {
      shown = await show(decided as typeof outcome);
      return store.keep(request, shown);
    });
    return shown ?? show(outcome);
  };
}

/**
 * Creates the request whose stored response is looked up. The challenge token is left out, because it differs in every
 * attempt.
 */
function createIdempotentRequest(
  { request, userId }: RequestOfUser,
  key: string,
  form: object,
): IdempotentRequest {
  const { turnstileToken, ...fields } = form as { readonly turnstileToken?: unknown };
  const content = JSON.stringify(toCanonicalForm([request.params, fields]));
  return { route: request.route, userId, key, content };
}

/**
 * Converts a value to a canonical form that does not depend on member order or encoding. Files are represented by the
 * hash of their bytes, uploads by their key.
 */
function toCanonicalForm(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64');
  if (Array.isArray(value)) return value.map(toCanonicalForm);
  if (typeof value !== 'object' || value === null) return value;
  const { key, ...others } = value as Readonly<Record<string, unknown>>;
  const isUpload = key !== undefined && others.content instanceof Uint8Array;
  const members = Object.entries(isUpload ? { key } : value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toCanonicalForm(member)]));
}
