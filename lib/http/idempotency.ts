/**
 * `Idempotency-Key` (infra/docs/api/conventions.md): the same request sent again does nothing and gets the same answer.
 *
 * The answer is kept by the very transaction that does the work, so there is never one without the other.
 * Whoever is refused looks again: perhaps a twin of the same request has done the work meanwhile.
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
 * Does the work and shows what came of it.
 *
 * @param act hands its very outcome to `keep`, and writes with it what that gives
 * @param show the answer; asked before the outcome is written, where the answer is kept with it
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

/** How an endpoint answers a request that comes again. */
export interface Idempotency<Deps> {
  readonly header: string;
  readonly refuses: readonly ErrorCode[];
  readonly answer: <Form>(attempt: Attempt<Form>, deps: Deps) => Promise<Answer>;
}

type Deps = Pick<Dependencies, 'idempotency'>;

/** As often as it comes: nothing is kept. */
export async function runAlways<Form>({ read, work }: Attempt<Form>): Promise<Answer> {
  return work(await read(), async (act, show) => show(await act(noIdempotencyRecord)));
}

/** Once in 24 hours for each key of a user, or of guests. */
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

/** Uploads that the same request has used up are no reason to refuse it. */
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

/** What is written last is what was shown last: somebody overtaken decides, and shows, anew. */
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

/** The challenge is another each time; it says nothing of what is asked. */
function keyedRequest({ request, userId }: Asked, key: string, form: object): IdempotentRequest {
  const { turnstileToken, ...fields } = form as { readonly turnstileToken?: unknown };
  const content = JSON.stringify(canonical([request.params, fields]));
  return { route: request.route, userId, key, content };
}

/** The same for the same, in whatever order it came and however it was encoded: a file is its bytes, or its key. */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64');
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const { key, ...others } = value as Readonly<Record<string, unknown>>;
  const isUpload = key !== undefined && others.content instanceof Uint8Array;
  const members = Object.entries(isUpload ? { key } : value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
