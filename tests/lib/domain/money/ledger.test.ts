import { describe, expect, it } from 'vitest';
import type {
  Balances,
  TestimonyPayment,
  TestimonyPayout,
} from '../../../../lib/domain/model/payments/escrow.ts';
import {
  computeAmountBorneByPlatform,
  computeExpertBalance,
  computeExpertDeficit,
  computeImbalance,
  computePayableAmount,
  computeUnsentAmount,
  hasOpenInquiry,
  sumAtProvider,
  sumBalances,
  sumPaidOut,
} from '../../../../lib/domain/money/ledger.ts';
import { createEntry, PAYMENT_ENTRIES } from '../../../support/paid-testimony.ts';

const NOTHING: Balances = {
  provider: 0,
  expert: 0,
  'deferred-commission': 0,
  commission: 0,
  'platform-loss': 0,
  fees: 0,
  unallocated: 0,
  'refund-in-transit': 0,
  dispute: 0,
  outside: 0,
};

const PAYOUT = createEntry('payout', 'tr_1', ['expert', 'provider'], 9004);
const FEE = createEntry('fee', 'txn_1', ['fees', 'provider'], 175);

it('the balances of a ledger are the sums of its entries, with a total of zero', () => {
  const balances = sumBalances([...PAYMENT_ENTRIES, PAYOUT]);

  expect(balances).toEqual({ ...NOTHING, provider: -1001, commission: 1001 });
  expect(Object.values(balances).reduce((sum, balance) => sum + balance, 0)).toBe(0);
});

it("the provider's fees change the money at the provider and their own account, but no other balance", () => {
  const fees = { provider: 175 - 10_005, fees: -175 };
  expect(sumBalances([...PAYMENT_ENTRIES, FEE])).toEqual({ ...sumBalances(PAYMENT_ENTRIES), ...fees });
  expect(sumAtProvider([...PAYMENT_ENTRIES, FEE])).toBe(10_005 - 175);
});

it('the amount paid out to an expert is all payouts less all reversals, at the provider and outside of it', () => {
  const entries = [
    PAYOUT,
    createEntry('payout-reversed', 'trr_1', ['provider', 'expert'], 1000),
    createEntry('outside-payout', 'VS 1', ['expert', 'outside'], 500),
    createEntry('outside-payout-returned', 'VS 2', ['outside', 'expert'], 4),
  ];

  expect(sumPaidOut(entries)).toBe(8500);
});

it.each<[string, Partial<Balances>, number]>([
  ['the balance of the expert', { expert: 9004 }, 9004],
  ['nothing while the expert owes money', { expert: -1 }, 0],
  ['less by what an open dispute holds', { expert: 9004, dispute: -1000 }, 8004],
  ['less by what the expert returned outside the provider', { expert: 9004, outside: -4 }, 9000],
  ['nothing while a refund is unallocated', { expert: 9004, unallocated: -1 }, 0],
])('the payable amount is computed from the balances: %s', (_, balances, amount) => {
  expect(computePayableAmount({ ...NOTHING, ...balances })).toBe(amount);
});

it.each<[string, Partial<Balances>, number]>([
  ['the balance of the expert', { expert: 9004 }, 9004],
  ['the part of the balance that exceeds a refund without a bearer', { expert: 9004, unallocated: -4 }, 9000],
  ['nothing if the expert can bear a refund without a bearer', { expert: 9004, unallocated: -9004 }, 0],
  [
    'the balance of the expert if an amount without an owner came back',
    { expert: 9004, unallocated: 4 },
    9004,
  ],
  ['nothing that the expert returned outside the provider', { expert: 9004, outside: -9004 }, 0],
])('the amount that stays unsent after a full refund is %s', (_, balances, amount) => {
  expect(computeUnsentAmount({ ...NOTHING, ...balances })).toBe(amount);
});

it.each([
  [9004, 9004, 0],
  [0, 0, 0],
  [-500, 0, 500],
])('an expert with the balance %i can claim %i and owes %i', (expert, claim, deficit) => {
  const balances = { ...NOTHING, expert };

  expect([computeExpertBalance(balances), computeExpertDeficit(balances)]).toEqual([claim, deficit]);
});

it('the amount borne by the platform is the commission that it gave up plus its losses', () => {
  const balances = { ...NOTHING, commission: 1, 'platform-loss': -500 };

  expect(computeAmountBorneByPlatform({ commission: 1001, balances } as TestimonyPayment)).toBe(1500);
});

describe('imbalance of a payment', () => {
  const compute = (
    balances: Partial<Balances>,
    payment: Partial<TestimonyPayment> = {},
    payout: Partial<TestimonyPayout> = {},
  ) =>
    computeImbalance({
      payment: {
        status: 'paid',
        returning: 0,
        balances: { ...NOTHING, ...balances },
        ...payment,
      } as TestimonyPayment,
      payout: { status: 'held', ...payout } as TestimonyPayout,
    });

  it('a payment whose payout can still be sent is balanced', () => {
    expect(compute({ expert: 9004 })).toBe(0);
  });

  it.each(['held', 'sent'] as const)(
    'a payment with an unallocated refund is unbalanced even if the expert can claim money (payout: %s)',
    status => {
      expect(compute({ expert: 5000, unallocated: -5000 }, {}, { status })).toBe(-5000);
    },
  );

  it('a payment is unbalanced by a negative balance of the expert that no pending refund explains', () => {
    expect(compute({ expert: -500 })).toBe(-500);
    expect(compute({ expert: -500 }, { returning: 500 })).toBe(0);
  });

  it.each([{ status: 'sent' }, { status: 'void' }] as const)(
    'a payment is unbalanced when the expert has a claim but no further payout follows (%j)',
    payout => {
      expect(compute({ expert: 500 }, {}, payout)).toBe(500);
    },
  );

  it('a payment is unbalanced when the expert has returned the whole claim outside the provider', () => {
    expect(compute({ expert: 500, outside: -500 })).toBe(500);
    expect(compute({ expert: 500, outside: -499 })).toBe(0);
    expect(compute({ expert: 500, outside: -500, dispute: -500 })).toBe(0);
  });

  it('the decision about a deficit is deferred while a dispute is open', () => {
    expect(compute({ expert: -500, dispute: -500 })).toBe(0);
  });

  it('a testimony without a payment is balanced', () => {
    expect(computeImbalance({ payment: null, payout: null })).toBe(0);
  });
});

it.each([
  ['an inquiry', ['inquiry'], true],
  ['a closed inquiry', ['inquiry', 'inquiry-closed'], false],
  ['an inquiry that became a dispute', ['inquiry', 'dispute'], false],
  ['a dispute', ['dispute'], false],
] as const)('the entries of %s show whether an inquiry is open', (_, kinds, isOpen) => {
  const entries = kinds.map(kind => createEntry(kind, 'du_1', ['dispute', 'provider'], 0));

  expect(hasOpenInquiry(entries)).toBe(isOpen);
});
