/**
 * `Idempotency-Key` (infra/docs/api/conventions.md#idempotency): a retried request gets the stored response, and its
 * work is not repeated.
 *
 * The response is stored in the transaction that does the work, so neither exists without the other. If the request is
 * rejected, the record is read again: a concurrent duplicate may have committed in the meantime.
 */
import { createHash } from 'node:crypto';
import { DomainError, type ErrorCode, FieldError, InvalidBody } from '../domain/errors.ts';
import {
  type CreateIdempotencyRecord,
  type IdempotentRequest,
  noIdempotencyRecord,
  type StoredResponse,
} from '../domain/model/idempotency.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import type { Answer } from './answer.ts';
import type { HttpRequest } from './request.ts';

/**
 * Does the work and returns its response.
 *
 * @param act does the work; calls `keep` with the outcome and writes the resulting record in the same transaction
 * @param show creates the response; called before the outcome is written when the response is stored with it
 */
export type IdempotentRun = <Outcome, Status extends number, Body>(
  act: (keep: CreateIdempotencyRecord<unknown>) => Promise<Outcome>,
  show: (outcome: Outcome) => Answer<Status, Body> | Promise<Answer<Status, Body>>,
) => Promise<Answer<Status, Body>>;

interface Asked {
  readonly request: HttpRequest;
  readonly userId: string | undefined;
}

interface Attempt<Form> extends Asked {
  /** Reads the body and checks it. */
  readonly read: () => Promise<Form>;
  readonly work: (form: Form, once: IdempotentRun) => Promise<Answer>;
}

/** Handling of repeated requests to an endpoint. */
export interface Idempotency<Deps> {
  readonly header: string;
  readonly refuses: readonly ErrorCode[];
  readonly answer: <Form>(attempt: Attempt<Form>, deps: Deps) => Promise<Answer>;
}

type Deps = Pick<Dependencies, 'idempotency'>;

/** Runs the handler without an idempotency record. */
export async function runAlways<Form>({ read, work }: Attempt<Form>): Promise<Answer> {
  return work(await read(), async (act, show) => show(await act(noIdempotencyRecord)));
}

/**
 * Runs the handler once in 24 hours for each key. Keys belong to a user and route; those of guests belong to the
 * route.
 */
export const idempotencyKey: Idempotency<Deps> = {
  header: 'Idempotency-Key',
  refuses: ['bad-idempotency-key', 'idempotency-key-reused'],
  async answer(attempt, deps) {
    const key = keyIn(attempt.request);
    if (key === undefined) return runAlways(attempt);
    const keyed = (form: object) => keyedRequest(attempt, key, form);
    return attempt.read().then(
      form => answerOnce(keyed(form as object), once => attempt.work(form, once), deps),
      error => answerDespite(error, keyed, deps),
    );
  },
};

const PRINTABLE = /^[\x20-\x7e]{16,255}$/;

function keyIn({ headers }: HttpRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined && !PRINTABLE.test(key)) throw new DomainError('bad-idempotency-key');
  return key;
}

async function answerOnce(
  request: IdempotentRequest,
  work: (once: IdempotentRun) => Promise<Answer>,
  { idempotency: answers }: Deps,
): Promise<Answer> {
  const earlier = await answers.find(request);
  if (earlier) return repeated(earlier);
  return work(keeping(request, answers)).catch(async error => {
    const meanwhile = error instanceof DomainError && (await answers.find(request));
    if (meanwhile) return repeated(meanwhile);
    throw error;
  });
}

/**
 * Handles an error of the body. When only the uploads are invalid, an earlier run of the same request may have used
 * them up; then the stored response is returned.
 *
 * @throws the given error when there is no stored response for this request
 */
async function answerDespite(
  error: unknown,
  keyed: (form: object) => IdempotentRequest,
  { idempotency: answers }: Deps,
): Promise<Answer> {
  const checked = error instanceof InvalidBody && error.checked;
  const earlier = checked && (await answers.find(keyed(checked)));
  if (!earlier || earlier === 'of another request') throw error;
  return repeated(earlier);
}

function repeated(earlier: StoredResponse | 'of another request'): Answer {
  if (earlier === 'of another request') {
    throw new FieldError({ idempotencyKey: ['idempotency-key-reused'] }, 'idempotency-key-reused');
  }
  return { ...earlier, headers: { 'idempotency-replayed': 'true' } };
}

/**
 * Returns a run that stores its response. `act` may call `keep` several times, because it starts over when a
 * concurrent write interferes; the last response is the one that is stored and returned.
 */
function keeping(request: IdempotentRequest, answers: Dependencies['idempotency']): IdempotentRun {
  return async (act, show) => {
    let shown: Awaited<ReturnType<typeof show>> | undefined;
    const outcome = await act(async decided => {
      shown = await show(decided as typeof outcome);
      return answers.keep(request, shown);
    });
    return shown ?? show(outcome);
  };
}

/** Creates the request to look up. The challenge token is left out, because it differs in every attempt. */
function keyedRequest({ request, userId }: Asked, key: string, form: object): IdempotentRequest {
  const { turnstileToken, ...fields } = form as { readonly turnstileToken?: unknown };
  const content = JSON.stringify(canonical([request.params, fields]));
  return { route: request.route, userId, key, content };
}

/**
 * Converts a value to a canonical form that does not depend on member order or encoding. Files are represented by the
 * hash of their bytes, uploads by their key.
 */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const { key, ...others } = value as Readonly<Record<string, unknown>>;
  const isUpload = key !== undefined && others.content instanceof Uint8Array;
  const members = Object.entries(isUpload ? { key } : value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
