import { describe, expect, it } from 'vitest';
import { DomainError, FieldError } from '../../../lib/domain/errors.ts';
import { LimitExceeded } from '../../../lib/domain/limits/rate-limits.ts';
import type { Activity } from '../../../lib/domain/model/activity/activity.ts';
import type { Change } from '../../../lib/domain/model/change.ts';
import type { IdempotencyRecord } from '../../../lib/domain/model/idempotency.ts';
import type { Rejection } from '../../../lib/domain/ports/unit-of-work.ts';
import { commitDecision, runUnitOfWork } from '../../../lib/domain/unit-of-work.ts';

const CHANGE: Change = { kind: 'activity-recorded', activity: {} as Activity };
const CONFLICT: Rejection = { change: CHANGE, reason: 'changed-since-read' };

/** Creates a unit of work whose first commits return the given rejections, in order. Later commits succeed. */
function createUnitOfWork(...results: readonly Rejection[][]) {
  const commits: { changes: readonly Change[]; record: IdempotencyRecord | undefined }[] = [];
  const commit = async (changes: readonly Change[], record?: IdempotencyRecord) => {
    commits.push({ changes, record });
    return results[commits.length - 1] ?? [];
  };
  return { deps: { unitOfWork: { commit } }, commits };
}

it('runUnitOfWork decides, responds, commits and runs afterCommit, in this order', async () => {
  const { deps, commits } = createUnitOfWork();
  const steps: string[] = [];
  const response = await runUnitOfWork(
    {
      decide: () => ({ result: 1, changes: [CHANGE] }),
      respond: result => steps.push(`respond ${result} before ${commits.length} commits`),
      afterCommit: async result => void steps.push(`after ${result} and ${commits.length} commits`),
    },
    deps,
  );

  expect(response).toBe(1);
  expect(steps).toEqual(['respond 1 before 0 commits', 'after 1 and 1 commits']);
});

it('after conflicts, runUnitOfWork returns the response of the attempt that was committed', async () => {
  const { deps, commits } = createUnitOfWork([CONFLICT], [CONFLICT]);
  const attempts: boolean[] = [];
  const record = (text: string) => ({ id: text }) as IdempotencyRecord;
  const response = await runUnitOfWork(
    {
      decide: isFirst => ({ result: attempts.push(isFirst), changes: [CHANGE] }),
      respond: result => `response ${result}`,
    },
    deps,
    async text => record(text),
  );

  expect(response).toBe('response 3');
  expect(attempts).toEqual([true, false, false]);
  expect(commits.at(-1)).toEqual({ changes: [CHANGE], record: record('response 3') });
});

it('runUnitOfWork makes no further attempt when a decision throws after a conflict', async () => {
  const { deps, commits } = createUnitOfWork([CONFLICT]);
  const decide = (isFirst: boolean) => {
    if (!isFirst) throw new DomainError('wrong-state');
    return { result: 'written', changes: [CHANGE] };
  };

  await expect(commitDecision(decide, deps)).rejects.toEqual(new DomainError('wrong-state'));
  expect(commits).toHaveLength(1);
});

it('after six conflicts, runUnitOfWork throws unavailable without running afterCommit', async () => {
  const { deps, commits } = createUnitOfWork(...Array.from({ length: 6 }, () => [CONFLICT]));
  let isAfter = false;
  const run = runUnitOfWork(
    {
      decide: () => ({ result: 1, changes: [CHANGE] }),
      respond: () => 1,
      async afterCommit() {
        isAfter = true;
      },
    },
    deps,
  );

  await expect(run).rejects.toEqual(new DomainError('unavailable'));
  expect([commits.length, isAfter]).toEqual([6, false]);
});

it('runUnitOfWork commits nothing when there is neither a change nor a response to store', async () => {
  const { deps, commits } = createUnitOfWork();

  expect(await commitDecision(() => ({ result: 'same', changes: [] }), deps)).toBe('same');
  expect(commits).toEqual([]);
});

describe('commits with rejected changes', () => {
  const commit = (...rejections: Rejection[]) =>
    commitDecision(() => ({ result: 'done', changes: [CHANGE] }), createUnitOfWork(rejections).deps);
  const exceeded = { limit: 'registrations', quota: 20, window: 3600, resetSeconds: 60 } as const;
  const taken = (field: 'email' | 'phone') =>
    ({ change: CHANGE, reason: 'invalid-field', field, code: `${field}-taken` }) as const;

  it('an exceeded limit takes precedence over invalid fields in the error of a commit', async () => {
    const limit: Rejection = { change: CHANGE, reason: 'limit-exceeded', exceeded };

    await expect(commit(taken('email'), limit)).rejects.toEqual(new LimitExceeded(exceeded));
  });

  it('a commit throws an error with the code of the change that is not allowed', async () => {
    const rejection: Rejection = { change: CHANGE, reason: 'not-allowed', code: 'already-offered' };

    await expect(commit(rejection)).rejects.toEqual(new DomainError('already-offered'));
  });

  it('a commit reports all invalid fields in one error', async () => {
    await expect(commit(taken('email'), taken('phone'))).rejects.toEqual(
      new FieldError({ email: ['email-taken'], phone: ['phone-taken'] }),
    );
  });
});
