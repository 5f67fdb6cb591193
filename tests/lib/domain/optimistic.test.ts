import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../lib/domain/errors.ts';
import { withOptimisticLock } from '../../../lib/domain/optimistic.ts';

/** Creates an attempt that meets `times` conflicts and records which calls were first attempts. */
function createConflictingAttempt(times: number) {
  const firsts: boolean[] = [];
  const attempt = async (isFirst: boolean) => (firsts.push(isFirst) > times ? 'written' : undefined);
  return { firsts, attempt };
}

describe('withOptimisticLock', () => {
  it.each([
    ['on the first attempt', 0],
    ['after one conflict', 1],
    ['on the sixth and last attempt', 5],
  ])('repeats a conflicting write until it succeeds %s', async (_, times) => {
    const { firsts, attempt } = createConflictingAttempt(times);

    expect(await withOptimisticLock(attempt)).toBe('written');
    expect(firsts).toEqual([true, ...Array(times).fill(false)]);
  });

  it('rejects with unavailable after six conflicting attempts', async () => {
    const { firsts, attempt } = createConflictingAttempt(6);

    await expect(withOptimisticLock(attempt)).rejects.toEqual(new DomainError('unavailable'));
    expect(firsts).toHaveLength(6);
  });

  it('does not retry a write that failed with a DomainError', async () => {
    const { firsts, attempt } = createConflictingAttempt(1);
    const attemptAndReject = async (isFirst: boolean) => {
      await attempt(isFirst);
      throw new DomainError('wrong-state');
    };

    await expect(withOptimisticLock(attemptAndReject)).rejects.toEqual(new DomainError('wrong-state'));
    expect(firsts).toEqual([true]);
  });
});
