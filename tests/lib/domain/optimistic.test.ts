import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../lib/domain/errors.ts';
import { withOptimisticLock } from '../../../lib/domain/optimistic.ts';

/** An attempt that others overtake so many times; notes which tries were first ones. */
function overtaken(times: number) {
  const firsts: boolean[] = [];
  const attempt = async (isFirst: boolean) => (firsts.push(isFirst) > times ? 'written' : undefined);
  return { firsts, attempt };
}

describe('an optimistic write', () => {
  it.each([
    ['at once', 0],
    ['after one overtaking', 1],
    ['at the last try', 5],
  ])('succeeds %s', async (_, times) => {
    const { firsts, attempt } = overtaken(times);

    expect(await withOptimisticLock(attempt)).toBe('written');
    expect(firsts).toEqual([true, ...Array(times).fill(false)]);
  });

  it('is given up after six tries', async () => {
    const { firsts, attempt } = overtaken(6);

    await expect(withOptimisticLock(attempt)).rejects.toEqual(new DomainError('unavailable'));
    expect(firsts).toHaveLength(6);
  });

  it('is not tried again once it was refused', async () => {
    const { firsts, attempt } = overtaken(1);
    const refused = async (isFirst: boolean) => {
      await attempt(isFirst);
      throw new DomainError('wrong-state');
    };

    await expect(withOptimisticLock(refused)).rejects.toEqual(new DomainError('wrong-state'));
    expect(firsts).toEqual([true]);
  });
});
