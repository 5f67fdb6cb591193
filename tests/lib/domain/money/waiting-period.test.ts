import { describe, expect, it } from 'vitest';
import type { Testimony } from '../../../../lib/domain/model/testimonies/testimony.ts';
import {
  computeTradedAmount,
  findWaitingEnd,
} from '../../../../lib/domain/payments/checkout/payment-acceptance.ts';

const CLIENT = 'client';
const EXPERT = 'expert';
const PAID_AT = new Date('2026-06-15T10:00:00.000Z');
const END = '2026-06-22T10:00:00.000Z';

/** Creates a trade of 100 euros whose payout was sent. */
const createTrade = (payment: object = {}, payout: object = {}, expertId = EXPERT) =>
  ({
    acceptedOffer: { expert: { id: expertId } },
    payment: {
      amount: 10_000,
      refunded: 0,
      returning: 0,
      hasInquiry: false,
      balances: { dispute: 0 },
      ...payment,
    },
    payout: { status: 'sent', ...payout },
  }) as unknown as Testimony;

describe('the amount of a trade', () => {
  it.each([
    ['whose payout was sent', createTrade(), 10_000],
    ['of which a part was refunded', createTrade({ refunded: 3000 }), 7000],
    ['of which a part is being refunded', createTrade({ refunded: 1000, returning: 3000 }), 6000],
    ['that was refunded or lost in a dispute', createTrade({ refunded: 10_000 }), 0],
    ['of which a cent is disputed', createTrade({ balances: { dispute: -1 } }), 0],
    ['about which the bank inquires', createTrade({ hasInquiry: true }), 0],
    ['whose payout waits', createTrade({}, { status: 'held' }), 0],
    ['whose payout is owed', createTrade({}, { status: 'owed' }), 0],
    ['whose payout was reversed', createTrade({}, { status: 'failed' }), 0],
    ['whose payout is void', createTrade({}, { status: 'void' }), 0],
  ])(
    'the traded amount is what the client has paid after a payout without disputes: a testimony %s',
    (_, trade, amount) => {
      expect(computeTradedAmount(trade)).toBe(amount);
    },
  );

  it('the traded amount of a testimony without a payment is zero', () => {
    expect(computeTradedAmount({ payment: null, payout: null })).toBe(0);
  });
});

describe('the waiting period of a payout', () => {
  const checkout = { clientId: CLIENT, expertId: EXPERT, amount: 30_000 };

  /** Returns the dependencies with these trades. Each page of a list has one trade. */
  function createDependencies(ofClient: readonly Testimony[], ofExpert: readonly Testimony[], minDays = 7) {
    const read: string[] = [];
    const list =
      (name: string, trades: readonly Testimony[]) =>
      async (_id: string, { from = '0' }: { from?: string }) => {
        read.push(name);
        const next = Number(from) + 1;
        return { items: trades.slice(next - 1, next), ...(next < trades.length && { next: String(next) }) };
      };
    const testimonies = { listOfClient: list(CLIENT, ofClient), listOfExpert: list(EXPERT, ofExpert) };
    return { payoutLimits: { minDays, dailyCap: 0 }, testimonies, read } as unknown as Parameters<
      typeof findWaitingEnd
    >[2] & { read: readonly string[] };
  }
  const trades = (count: number) => Array.from({ length: count }, () => createTrade());

  it.each([
    ['neither party has a trade', [], [], END],
    ['only the client has trades of that amount', trades(3), trades(2), END],
    ['only the expert has trades of that amount', trades(2), trades(3), END],
    ['the trades of both parties reach exactly the amount', trades(3), trades(3), null],
    ['the trades are a cent short', [...trades(2), createTrade({ refunded: 1 })], trades(3), END],
    [
      'the expert has only offered on the testimonies of others',
      trades(3),
      [...trades(2), createTrade({}, {}, 'rival')],
      END,
    ],
  ])(
    'a payout has a waiting period unless both parties have traded the amount of the payment: %s',
    async (_, ofClient, ofExpert, end) => {
      expect(await findWaitingEnd(checkout, PAID_AT, createDependencies(ofClient, ofExpert))).toBe(end);
    },
  );

  it('the waiting period is computed from no more trades than necessary', async () => {
    const deps = createDependencies(trades(9), trades(9));

    await findWaitingEnd(checkout, PAID_AT, deps);

    expect(deps.read).toHaveLength(6);
  });

  it('the waiting period is set after at most ten pages of each list, so that a long list cannot delay the payment', async () => {
    const unpaid = Array.from({ length: 20 }, () => createTrade({}, { status: 'void' }));
    const deps = createDependencies([...unpaid, ...trades(3)], [...unpaid, ...trades(3)]);

    expect(await findWaitingEnd(checkout, PAID_AT, deps)).toBe(END);
    expect(deps.read).toHaveLength(20);
  });

  it('a payout has no waiting period if the stage sets none', async () => {
    expect(await findWaitingEnd(checkout, PAID_AT, createDependencies([], [], 0))).toBeNull();
  });
});
