import { expect, it } from 'vitest';
import {
  compareWithFloor,
  type MeasurementRound,
  markIfTooBusy,
  measureInterleaved,
  type ReportLine,
} from '../../../infra/bench/measurement-results.ts';
import { measureOtherLoad } from '../../../infra/bench/processor-load.ts';
import { formatReport } from '../../../infra/bench/report.ts';

const createRounds = (...ratios: number[]): MeasurementRound[] =>
  ratios.map(ratio => ({ floor: 10, measured: 10 * ratio, ratio }));

const createCountLine = (verdict: ReportLine['verdict']): ReportLine => ({
  name: 'calls',
  figures: { calls: 1 },
  measured: '1',
  limit: '≤ 1',
  verdict,
});

it.each([
  ['ok when the median is within the limit', createRounds(1.1, 1.2, 1.2, 1.2, 1.2, 1.2, 9), 'ok'],
  ['missed when the median is above the limit', createRounds(1.1, 1.1, 1.1, 1.6, 1.6, 1.6, 1.6), 'missed'],
  ['ok when the median is a little below the floor', createRounds(0.96, 0.96, 0.96, 0.96, 0.99, 1, 1), 'ok'],
  [
    'impossible when the median is far below the floor',
    createRounds(0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1.4),
    'impossible',
  ],
])('compareWithFloor returns the verdict %s', (_, measured, verdict) => {
  expect(compareWithFloor('row', measured, 1.5).verdict).toBe(verdict);
});

it('compareWithFloor returns the medians of all rounds as figures', () => {
  expect(compareWithFloor('row', createRounds(1, 2, 9), 2).figures).toEqual({ floor: 10, measured: 20 });
});

it('compareWithFloor returns the same ratio when the machine slows down during the measurement', async () => {
  let turns = 0;
  const slowness = () => 1 + Math.floor(turns++ / 2) ** 2;

  const drifting = await measureInterleaved(
    { rounds: 7, repetitions: 2 },
    async () => 2 * slowness(),
    async () => slowness(),
  );

  expect(compareWithFloor('row', drifting, 2)).toMatchObject({
    ratio: { median: 2, min: 2, max: 2 },
    verdict: 'ok',
  });
});

it.each([
  [
    'missed when a time exceeds its limit on a quiet machine',
    createRounds(2, 2, 2, 2, 2, 2, 2),
    0.1,
    'missed',
  ],
  [
    'too busy when a time exceeds its limit on a busy machine',
    createRounds(2, 2, 2, 2, 2, 2, 2),
    0.5,
    'too busy',
  ],
  ['ok when a time is within its limit on a busy machine', createRounds(1, 1, 1, 1, 1, 1, 1), 0.5, 'ok'],
  [
    'too busy when a time is impossible on a busy machine',
    createRounds(0, 0, 0, 0, 0, 0, 0),
    0.5,
    'too busy',
  ],
])('markIfTooBusy returns the verdict %s', (_, measured, share, verdict) => {
  expect(markIfTooBusy(compareWithFloor('row', measured, 1.5), share).verdict).toBe(verdict);
});

it('markIfTooBusy keeps the verdict "missed" of a line that counts calls when the machine is busy', () => {
  expect(markIfTooBusy(createCountLine('missed'), 0.9).verdict).toBe('missed');
});

it('measureOtherLoad returns a share of the processors between 0 and 1', async () => {
  const share = await measureOtherLoad();

  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(1);
});

it('measureInterleaved runs the operation alternately before and after its baseline', async () => {
  const callOrder: string[] = [];
  const step = (name: string, time: number) => async () => {
    callOrder.push(name);
    return time;
  };

  const measured = await measureInterleaved(
    { rounds: 2, repetitions: 2 },
    step('operation', 6),
    step('floor', 2),
  );

  expect(callOrder.join(' ')).toBe('floor operation operation floor operation floor floor operation');
  expect(measured).toEqual(Array(2).fill({ floor: 2, measured: 6, ratio: 3 }));
});

it('formatReport prints the verdict of a missed limit in capitals', () => {
  const lines = [compareWithFloor('slow', createRounds(2, 2, 2, 2, 2, 2, 3), 1.5), createCountLine('ok')];

  expect(formatReport(lines).split('\n')).toEqual([
    '       floor  measured  ratio    min    max   limit',
    'slow   10 ms     20 ms  2.00×  2.00×  3.00×  ≤ 1.5×  MISSED',
    'calls                1                          ≤ 1',
  ]);
});
