/**
 * Unit of work: reads records, decides, responds and commits, and repeats this after a write conflict
 * (infra/decisions/0024-unit-of-work.md).
 */
import { DomainError, FieldError } from './errors.ts';
import { LimitExceeded } from './limits/rate-limits.ts';
import type { Change, Decision } from './model/change.ts';
import type { IdempotencyRecord } from './model/idempotency.ts';
import type { Job } from './model/jobs/job.ts';
import type { Dependencies } from './ports/dependencies.ts';
import type { Rejection } from './ports/unit-of-work.ts';

/** Reads records and returns a decision. Only the first attempt may use records that the caller has read. */
export type DecisionFunction<Result> = (isFirst: boolean) => Decision<Result> | Promise<Decision<Result>>;

export interface UnitOfWorkSteps<Result, Response> {
  /** Runs before `decide`. Returns the changes that use up the code of a second factor, which allows the decision. */
  readonly useCode?: (() => Promise<readonly Change[]>) | undefined;
  readonly decide: DecisionFunction<Result>;
  readonly respond: (result: NoInfer<Result>, changes: readonly Change[]) => Response | Promise<Response>;
  /** Whether the changes are only shown in the response, and not written. */
  readonly isDryRun?: boolean;
  /**
   * Runs once after the commit, for work that cannot be part of a transaction. If it rejects, the request fails with
   * that error, although the changes are written.
   */
  readonly afterCommit?: (result: NoInfer<Result>) => Promise<void>;
}

type Deps = Pick<Dependencies, 'unitOfWork'>;

const MAX_ATTEMPTS = 6;

/**
 * Makes a decision, creates the response and commits the changes. After a write conflict, starts again.
 * @param createRecord creates the idempotency record that is committed with the response, if the request has a key and
 * the response can be stored
 * @throws DomainError, FieldError or LimitExceeded for changes that are rejected
 * @throws DomainError `unavailable` when all six attempts end in a conflict
 */
export async function runUnitOfWork<Result, Response>(
  { useCode, decide, respond, isDryRun, afterCommit }: UnitOfWorkSteps<Result, Response>,
  { unitOfWork }: Deps,
  createRecord?: (response: Response) => Promise<IdempotencyRecord | undefined>,
): Promise<Response> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const codeUse = (await useCode?.()) ?? [];
    const { result, changes: decided } = await decide(attempt === 0);
    const changes = [...decided, ...codeUse];
    const response = await respond(result, changes);
    if (isDryRun) return response;
    const record = await createRecord?.(response);
    const isEmpty = changes.length === 0 && !record;
    if (isEmpty || isCommitted(await unitOfWork.commit(changes, record))) {
      await afterCommit?.(result);
      return response;
    }
  }
  throw new DomainError('unavailable');
}

/**
 * Calls `decide` with the current version of a record. After a conflict, `find` reads the record again.
 * @param read the record as the caller has read it, for the first attempt
 * @throws DomainError `not-found` when the record does not exist
 */
export function withCurrent<Current, Result>(
  read: Current,
  find: () => Promise<Current | undefined>,
  decide: (current: Current) => Decision<Result> | Promise<Decision<Result>>,
): DecisionFunction<Result> {
  return async isFirst => {
    const current = isFirst ? read : await find();
    if (!current) throw new DomainError('not-found');
    return decide(current);
  };
}

/** Makes a decision and commits it, for jobs and provider events, which have no HTTP response. */
export function commitDecision<Result>(decide: DecisionFunction<Result>, deps: Deps): Promise<Result> {
  return runUnitOfWork({ decide, respond: result => result }, deps);
}

/**
 * Adds a job, together with further changes, unless a job with this id exists already because an earlier run of the
 * parent job has added it.
 */
export async function addJobOnce(
  job: Job,
  { unitOfWork }: Deps,
  further: readonly Change[] = [],
): Promise<void> {
  const rejections = await unitOfWork.commit([{ kind: 'job-added', job }, ...further]);
  if (rejections.some(({ change }) => change.kind !== 'job-added')) throw new DomainError('unavailable');
}

/**
 * Evaluates the rejections of a commit. Exceeded limits and forbidden changes take precedence over invalid fields. The
 * first rejection of the highest precedence determines the error.
 * @returns false after a conflict with a concurrent write
 * @throws DomainError, FieldError or LimitExceeded when trying again would not help
 */
function isCommitted(rejections: readonly Rejection[]): boolean {
  if (rejections.length === 0) return true;
  if (rejections.some(({ reason }) => reason === 'changed-since-read')) return false;
  for (const rejection of rejections) {
    if (rejection.reason === 'limit-exceeded') throw new LimitExceeded(rejection.exceeded);
    if (rejection.reason === 'not-allowed') throw new DomainError(rejection.code);
  }
  const fields = rejections.flatMap(rejection =>
    rejection.reason === 'invalid-field' ? [[rejection.field, [rejection.code]] as const] : [],
  );
  throw new FieldError(Object.fromEntries(fields));
}
