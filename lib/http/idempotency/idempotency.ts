/**
 * `Idempotency-Key` (infra/docs/api/conventions.md#idempotency): a retried request gets the stored response, and its
 * work is not repeated.
 *
 * The response is stored in the same transaction as the changes of the request, so neither exists without the other. If
 * a request is rejected, its stored response is looked up again, because a concurrent duplicate of the request may have
 * committed in the meantime.
 */
import { createHash } from 'node:crypto';
import { DomainError, type ErrorCode, FieldError, InvalidBodyError } from '../../domain/errors.ts';
import type { IdempotentRequest, StoredResponse } from '../../domain/model/idempotency.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { runUnitOfWork, type UnitOfWorkSteps } from '../../domain/unit-of-work.ts';
import type { HttpRequest } from '../request/request.ts';
import type { HttpResponse } from '../response/response.ts';

/**
 * Function that runs a unit of work: it decides, responds and commits. If the request has an idempotency key, the
 * response is stored together with the changes.
 */
export type WriteFunction = <Result, Status extends number, Body>(
  steps: UnitOfWorkSteps<Result, HttpResponse<Status, Body>>,
  deps: Pick<Dependencies, 'unitOfWork'>,
) => Promise<HttpResponse<Status, Body>>;

interface RequestOfCaller {
  readonly request: HttpRequest;
  /** Id of the user, or ARN of the operator. Undefined for guests. */
  readonly callerId: string | undefined;
  /** Values of the declared query; undefined if the route declares none. */
  readonly query?: unknown;
}

interface Attempt<Body> extends RequestOfCaller {
  readonly read: () => Promise<Body>;
  readonly handle: (body: Body, write: WriteFunction) => Promise<HttpResponse>;
}

/** Handling of repeated requests to an endpoint. */
export interface IdempotencyStrategy<Deps> {
  readonly header: string;
  readonly errors: readonly ErrorCode[];
  readonly respond: <Body>(attempt: Attempt<Body>, deps: Deps) => Promise<HttpResponse>;
}

type Deps = Pick<Dependencies, 'idempotency'>;

export async function runWithoutIdempotency<Body>({ read, handle }: Attempt<Body>): Promise<HttpResponse> {
  return handle(await read(), (steps, deps) => runUnitOfWork(steps, deps));
}

/**
 * Runs the handler only once in 24 hours for each key. A key belongs to its route and its user or operator; a guest's
 * key belongs to its route and partner.
 */
export const idempotencyKey: IdempotencyStrategy<Deps> = {
  header: 'Idempotency-Key',
  errors: ['bad-idempotency-key', 'idempotency-key-reused'],
  async respond(attempt, deps) {
    const key = readKey(attempt.request);
    if (key === undefined) return runWithoutIdempotency(attempt);
    const toIdempotentRequest = (body: object | undefined) => createIdempotentRequest(attempt, key, body);
    return attempt.read().then(
      body =>
        runOnce(toIdempotentRequest(body as object | undefined), write => attempt.handle(body, write), deps),
      error => replayDespiteError(error, toIdempotentRequest, deps),
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
  handle: (write: WriteFunction) => Promise<HttpResponse>,
  { idempotency: store }: Deps,
): Promise<HttpResponse> {
  const stored = await store.find(request);
  if (stored) return replay(stored);
  return handle(createWrite(request, store)).catch(async error => {
    const concurrent = error instanceof DomainError && (await store.find(request));
    if (concurrent) return replay(concurrent);
    throw error;
  });
}

/**
 * Handles an error that occurred while the body was read. If only the uploads in the body are invalid, an earlier
 * attempt of the same request may have used the uploads. In this case, the stored response of that attempt is returned.
 * @throws the given error when there is no stored response for this request
 */
async function replayDespiteError(
  error: unknown,
  toIdempotentRequest: (body: object) => IdempotentRequest,
  { idempotency: store }: Deps,
): Promise<HttpResponse> {
  const checked = error instanceof InvalidBodyError && error.checked;
  const stored = checked && (await store.find(toIdempotentRequest(checked)));
  if (!stored || stored === 'key-reused') throw error;
  return replay(stored);
}

function replay(stored: StoredResponse | 'key-reused'): HttpResponse {
  if (stored === 'key-reused') {
    throw new FieldError({ idempotencyKey: ['idempotency-key-reused'] }, 'idempotency-key-reused');
  }
  return { ...stored, headers: { 'idempotency-replayed': 'true' } };
}

/** Creates a `write` that commits the idempotency record of the response together with the changes. */
function createWrite(request: IdempotentRequest, store: Dependencies['idempotency']): WriteFunction {
  return (steps, deps) => runUnitOfWork(steps, deps, response => store.createRecord(request, response));
}

/**
 * Creates the idempotent request for which a stored response is looked up. Its content leaves out the challenge token,
 * because this token differs in every attempt.
 * @param body undefined for a route without a body
 */
function createIdempotentRequest(
  { request, callerId, query }: RequestOfCaller,
  key: string,
  body: object = {},
): IdempotentRequest {
  const { turnstileToken, ...fields } = body as { readonly turnstileToken?: unknown };
  const content = JSON.stringify(
    toCanonicalForm([request.params, fields, ...(query === undefined ? [] : [query])]),
  );
  return { route: request.route, callerId, partnerId: request.partner?.id, key, content };
}

/**
 * Converts a value to a canonical form that does not depend on member order or encoding. A file is represented by the
 * hash of its bytes, an upload by its key.
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
