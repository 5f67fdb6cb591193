import { describe, expect, it } from 'vitest';
import { appendPairPayment, findWaitingEnd } from '../../../../lib/domain/money/waiting-period.ts';

const PAID_AT = new Date('2026-06-15T10:00:00.000Z');
const END = '2026-06-22T10:00:00.000Z';
/** A client and an expert who are not new, but have never traded with each other. */
const KNOWN = { ofClient: 3, ofExpert: 3, ofPair: [] };

const RECENT = ['2026-05-16T10:00:00.001Z', '2026-06-01T10:00:00.000Z', '2026-06-15T09:00:00.000Z'];

describe('the waiting period of a payout', () => {
  const cases = [
    ['the third testimony of a client', { ...KNOWN, ofClient: 2 }, 100, END],
    ['the third testimony of an expert', { ...KNOWN, ofExpert: 2 }, 100, END],
    ['a later testimony of both parties', KNOWN, 100, null],
    ['the fourth payment of a pair within 30 days', { ...KNOWN, ofPair: RECENT }, 100, END],
    ['the third payment of a pair within 30 days', { ...KNOWN, ofPair: RECENT.slice(1) }, 100, null],
    [
      'the fourth payment of a pair within more than 30 days',
      { ...KNOWN, ofPair: ['2026-05-16T10:00:00.000Z', ...RECENT.slice(1)] },
      100,
      null,
    ],
    ['a price of 1,000 euros', KNOWN, 100_000, null],
    ['a price above 1,000 euros', KNOWN, 100_001, END],
  ] as const;

  it.each(cases.filter(([, , , end]) => end !== null))(
    '%s has a waiting period',
    (_, trades, amount, end) => {
      expect(findWaitingEnd(trades, amount, PAID_AT, 7)).toBe(end);
    },
  );

  it.each(cases.filter(([, , , end]) => end === null))('%s has no waiting period', (_, trades, amount) => {
    expect(findWaitingEnd(trades, amount, PAID_AT, 7)).toBeNull();
  });

  it('a payment has no waiting period if the stage sets none', () => {
    expect(findWaitingEnd({ ...KNOWN, ofClient: 0, ofExpert: 0 }, 200_000, PAID_AT, 0)).toBeNull();
  });
});

it('the three latest payments of a client to an expert are stored', () => {
  const added = appendPairPayment({ ...KNOWN, ofPair: RECENT }, PAID_AT);

  expect(added).toEqual([...RECENT.slice(1), PAID_AT.toISOString()]);
});
