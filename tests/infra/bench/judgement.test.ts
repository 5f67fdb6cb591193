import { expect, it } from 'vitest';
import { othersShare } from '../../../infra/bench/busy.ts';
import { amount, comparison, interleaved, judgedOn, type Round } from '../../../infra/bench/judgement.ts';
import { report } from '../../../infra/bench/report.ts';

const rounds = (...ratios: number[]): Round[] =>
  ratios.map(ratio => ({ floor: 10, measured: 10 * ratio, ratio }));

it.each([
  ['within its limit', rounds(1.1, 1.2, 1.2, 1.2, 1.2, 1.2, 9), 'ok'],
  ['above its limit', rounds(1.1, 1.1, 1.1, 1.6, 1.6, 1.6, 1.6), 'missed'],
  ['a little under its floor', rounds(0.96, 0.96, 0.96, 0.96, 0.99, 1, 1), 'ok'],
  ['well under its floor', rounds(0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 1.4), 'impossible'],
  ['measured too seldom', rounds(1.1, 1.1, 1.1, 1.1, 1.1, 1.1), 'few rounds'],
])('judges what is %s', (_, measured, verdict) => {
  expect(comparison('row', measured, 1.5).verdict).toBe(verdict);
});

it('compares within each pair, so that a machine that slows down meanwhile changes nothing', async () => {
  let turns = 0;
  const slowness = () => 1 + Math.floor(turns++ / 2) ** 2;

  const [drifting = []] = await interleaved(
    7,
    2,
    async () => 2 * slowness(),
    async () => slowness(),
  );

  expect(comparison('row', drifting, 2)).toMatchObject({
    ratio: { median: 2, min: 2, max: 2 },
    verdict: 'ok',
  });
});

it.each([
  ['a time that was missed on a quiet machine', rounds(2, 2, 2, 2, 2, 2, 2), 0.1, 'missed'],
  ['a time that was missed beside others', rounds(2, 2, 2, 2, 2, 2, 2), 0.5, 'too busy'],
  ['a time that was reached beside others', rounds(1, 1, 1, 1, 1, 1, 1), 0.5, 'ok'],
  ['a time that cannot be true', rounds(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5), 0.5, 'impossible'],
])('judges %s', (_, measured, share, verdict) => {
  expect(judgedOn(comparison('row', measured, 1.5), share).verdict).toBe(verdict);
});

it('a count is what it is, whatever else runs', () => {
  expect(judgedOn(amount('calls', 3, 2), 0.9).verdict).toBe('missed');
});

it('sees what others use of the machine', async () => {
  const share = await othersShare();

  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(1);
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

  const measured = await interleaved(2, 2, step('thing', 6), step('floor', 1), step('other', 2));

  expect(order.join(' ')).toBe('floor other thing thing other floor thing other floor floor other thing');
  expect(measured).toEqual([
    Array(2).fill({ floor: 1, measured: 6, ratio: 6 }),
    Array(2).fill({ floor: 2, measured: 6, ratio: 3 }),
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
