/** Tests of downloads that are retried while the file is being scanned, and of requests that may succeed later. */
import { expect, it } from 'vitest';
import { ProblemError } from '../../../../infra/client/runtime/index.ts';
import { openWhenScanned } from '../../../../infra/console/app/core/polling.ts';

const problem = (code: string, retryAfter?: string) =>
  new ProblemError(
    409,
    new Headers({ 'x-error-code': code, ...(retryAfter && { 'retry-after': retryAfter }) }),
    {},
  );

/** Creates a download that first fails with each of the problems, and then returns a link. */
function createDownload(problems: readonly ProblemError[]) {
  const remaining = [...problems];
  const waits: number[] = [];
  const result = openWhenScanned(
    async () => {
      const next = remaining.shift();
      if (next) throw next;
      return 'link';
    },
    async seconds => void waits.push(seconds),
  );
  return { result, waits };
}

it('a download is retried at the intervals that the API requests until the malware scan has ended', async () => {
  const { result, waits } = createDownload([problem('not-scanned-yet', '3'), problem('not-scanned-yet')]);
  expect(await result).toBe('link');
  expect(waits).toEqual([3, 5]);
});

it('a download fails when the malware scan takes longer than a minute', async () => {
  const { result, waits } = createDownload(Array.from({ length: 5 }, () => problem('not-scanned-yet', '20')));
  await expect(result).rejects.toThrow(ProblemError);
  expect(waits).toEqual([20, 20, 20]);
});

it('a download is not retried after an error other than a pending malware scan', async () => {
  const { result, waits } = createDownload([problem('infected')]);
  await expect(result).rejects.toThrow(ProblemError);
  expect(waits).toEqual([]);
});
