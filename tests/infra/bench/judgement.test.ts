import { expect, it } from 'vitest';
import { amount, comparison, interleaved, type Round } from '../../../infra/bench/judgement.ts';
import { report } from '../../../infra/bench/report.ts';

const rounds = (...ratios: number[]): Round[] => ratios.map(ratio => ({ floor: 10, measured: 10 * ratio }));

it.each([
  ['within its limit', rounds(1.1, 1.2, 1.2, 1.2, 1.2, 1.2, 9), 'ok'],
  ['above its limit', rounds(1.1, 1.1, 1.1, 1.6, 1.6, 1.6, 1.6), 'missed'],
  ['a little under its floor', rounds(0.96, 0.96, 0.96, 0.96, 0.99, 1, 1), 'ok'],
  ['well under its floor', rounds(0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1.4), 'impossible'],
  ['measured too seldom', rounds(1.1, 1.1, 1.1, 1.1, 1.1, 1.1), 'few rounds'],
])('judges what is %s', (_, measured, verdict) => {
  expect(comparison('row', measured, 1.5).verdict).toBe(verdict);
});

it('compares within each round, so that a machine that slows down meanwhile changes nothing', () => {
  const drifting = [1, 2, 3, 4, 50, 60, 70].map(floor => ({ floor, measured: floor * 2 }));

  expect(comparison('row', drifting, 2)).toMatchObject({
    ratio: { median: 2, min: 2, max: 2 },
    floor: '4.00 ms',
    verdict: 'ok',
  });
});

it('counts what may not be exceeded', () => {
  expect(amount('calls', 2, 2).verdict).toBe('ok');
  expect(amount('calls', 3, 2).verdict).toBe('missed');
});

it('runs both in turn and lets neither always go first', async () => {
  const order: string[] = [];
  const step = (name: string, time: number) => async () => {
    order.push(name);
    return time;
  };

  const measured = await interleaved(2, 2, step('floor', 1), step('thing', 3));

  expect(order.join(' ')).toBe('floor thing thing floor thing floor floor thing');
  expect(measured).toEqual([
    { floor: 1, measured: 3 },
    { floor: 1, measured: 3 },
  ]);
});

it('prints a missed limit so that nobody overlooks it', () => {
  const lines = [comparison('slow', rounds(2, 2, 2, 2, 2, 2, 3), 1.5), amount('calls', 1, 1)];

  expect(report(lines).split('\n')).toEqual([
    '       floor  measured  ratio    min    max   limit',
    'slow   10 ms     20 ms  2.00×  2.00×  3.00×  ≤ 1.5×  MISSED',
    'calls                1                          ≤ 1',
  ]);
});
