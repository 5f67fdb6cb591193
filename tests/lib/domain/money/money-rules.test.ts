import { describe, expect, it } from 'vitest';
import { isLegalState } from '../../../../infra/docs/money-state-table.ts';
import { LedgerDraft, sumBalances } from '../../../../lib/domain/money/ledger.ts';
import {
  canClose,
  findList,
  findWaitingMoney,
  findWaitingRefund,
  listActions,
  type MoneyState,
  readMoneyState,
} from '../../../../lib/domain/money/money-rules.ts';
import { derivePaymentState } from '../../../../lib/domain/money/payment-state.ts';
import { createPaidTestimony, createRefund, PAYMENT_ENTRIES } from '../../../support/paid-testimony.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const NO_MONEY = { refunds: [], disputes: [], transfers: [] };
const DISPUTE = { id: 'du_1', taken: 10_005, returned: 0, status: 'open', respondBy: null } as const;
const REPORTS = [
  { disputes: [DISPUTE] },
  { refunds: [createRefund('re_1', 10_005, 'pending')] },
  { refunds: [createRefund('re_1', 10_005, 'succeeded')] },
  { refunds: [createRefund('re_1', 10_005, 'failed')] },
  { refunds: [createRefund('re_1', 10_005, 'succeeded')], disputes: [DISPUTE] },
  { disputes: [{ ...DISPUTE, status: 'lost' as const }] },
  { disputes: [{ ...DISPUTE, status: 'lost' as const, returned: 4000 }] },
];
const TRANSFERS = [
  { id: 'tr_1', amount: 9004, reversals: [] },
  { id: 'tr_1', amount: 9004, reversals: [{ id: 'trr_1', amount: 9004 }] },
];

it.each(
  (['accepted', 'completed'] as const).flatMap(state =>
    TRANSFERS.map(transfer => [state, transfer] as const),
  ),
)(
  'no report of the provider leads to states that cannot occur together (%s, %j)',
  async (state, transfer) => {
    const { deps } = createPaidTestimony();
    const [checkout, testimony] = [
      await deps.checkouts.find('cs_1'),
      await deps.testimonies.find('testimony'),
    ];
    if (!checkout?.payment || !testimony) throw new Error('there is no payment');

    for (const first of REPORTS)
      for (const second of REPORTS) {
        let records = { checkout, testimony: { ...testimony, state } };
        const draft = new LedgerDraft(PAYMENT_ENTRIES, {
          testimonyId: 'testimony',
          sessionId: 'cs_1',
          at: NOW.toISOString(),
        });
        for (const report of [{}, first, second, {}]) {
          const money = { ...NO_MONEY, ...report, transfers: [transfer] };
          const after = derivePaymentState(records, draft, money, NOW);
          records = {
            ...after,
            testimony: { ...after.testimony, state: after.testimony.state as typeof state },
          };
          const facts = readMoneyState(records.testimony);
          expect([facts, isLegalState(facts)]).toEqual([facts, true]);
        }
      }
  },
);

const DELIVERED: MoneyState = { state: 'completed', payment: 'paid', payout: 'held' };

describe('lists of operators', () => {
  it.each<[string, Partial<MoneyState>, object | undefined]>([
    [
      'an unbalanced payment, also while it is disputed',
      { open: 'unbalanced', payment: 'disputed' },
      ['decide', 'unbalanced'],
    ],
    ['a dispute, also with a failed payout', { open: 'dispute', payout: 'failed' }, ['disputed', 'dispute']],
    ['an inquiry, also with a complaint', { open: 'inquiry', hasComplaint: true }, ['disputed', 'inquiry']],
    [
      'a failed payout, also of overdue work',
      { state: 'accepted', payout: 'failed' },
      ['decide', 'payout-failed'],
    ],
    [
      'a complaint, also while a full refund is on its way',
      { payment: 'refunding', hasComplaint: true },
      ['complaint', 'complaint'],
    ],
    [
      'undelivered work, also while a refund is on its way',
      { state: 'accepted', payment: 'refunding' },
      ['overdue', 'not-delivered'],
    ],
    ['a payout that is owed', { payout: 'owed' }, ['waiting', 'payment-account']],
    ['a first payout', { reason: 'not-due', isInWaitingPeriod: true }, ['waiting', 'waiting-period']],
    ['a payout held for an expert', { reason: 'expert' }, ['decide', 'expert']],
    ['a payout that is not due', { reason: 'not-due' }, undefined],
    ['a payout that was sent', { payout: 'sent' }, undefined],
    ['a payment that is being refunded after the delivery', { payment: 'refunding' }, undefined],
  ])('a list contains %s, unless nobody has to act', (_, change, expected) => {
    const found = findList({ ...DELIVERED, ...change });

    expect(found && [found.list, found.reason]).toEqual(expected);
  });

  it.each([
    ['pending', { returning: 10 }, [], ['waiting', 'refund', 10]],
    ['failed', { returning: 10 }, [{ id: 'order', amount: 7 }], ['decide', 'refund-failed', 7]],
    ['unbalanced', { unallocated: -10 }, [], ['decide', 'unbalanced', 10]],
    ['disputed', { dispute: -10, returning: 5 }, [], ['disputed', 'dispute', 10]],
    ['inquired', { hasInquiry: true }, [], ['disputed', 'inquiry', 0]],
  ] as const)('a list contains a late payment that is %s', async (_, facts, failed, expected) => {
    const checkout = await createPaidTestimony().deps.checkouts.find('cs_1');
    if (!checkout?.payment) throw new Error('there is no payment');
    const balances = { ...sumBalances([]), ...facts };
    const payment = { ...checkout.payment, ...facts, balances };
    const refund = { failed, since: NOW.toISOString(), resent: 0 };
    const found = findWaitingRefund({ ...checkout, state: 'late', payment, refund });

    expect([found?.list, found?.reason, found?.amount]).toEqual(expected);
  });

  it('the list of overdue work shows the amount that is paid and not refunded, from the date at which the work is overdue', async () => {
    const testimony = await createPaidTestimony().deps.testimonies.find('testimony');
    if (!testimony?.payment) throw new Error('there is no payment');
    const accepted = { ...testimony, state: 'accepted', dueAt: '2026-06-20T10:00:00.000Z' } as const;
    const found = findWaitingMoney({ ...accepted, payment: { ...testimony.payment, refunded: 1000 } });

    expect(found).toEqual({
      list: 'overdue',
      reason: 'not-delivered',
      amount: 9005,
      since: '2026-06-20T10:00:00.000Z',
    });
  });
});

describe('closing an account', () => {
  it.each<[string, Partial<MoneyState>, boolean, boolean]>([
    ['before a payment', { state: 'offered', payment: null, payout: null }, true, true],
    ['while the work is not delivered', { state: 'accepted' }, false, false],
    ['while a payout waits', { reason: 'risk' }, true, false],
    ['after the payout', { payout: 'sent' }, true, true],
    ['while a complaint is open', { hasComplaint: true }, false, false],
    ['while a decision is open', { payout: 'sent', open: 'unbalanced' }, false, false],
    ['while the expert has a balance', { payout: 'void', hasExpertBalance: true }, true, false],
    ['while a part is refunded', { payout: 'sent', open: 'refund' }, false, false],
    [
      'while a cancelled payment is refunded',
      { state: 'cancelled', payment: 'refunding', payout: 'void' },
      false,
      true,
    ],
    ['after the refund', { state: 'cancelled', payment: 'refunded', payout: 'void' }, true, true],
  ])('a party may close the account if no money waits for it (%s)', (_, change, client, expert) => {
    const facts = { ...DELIVERED, ...change };

    expect([canClose(facts, 'client'), canClose(facts, 'expert')]).toEqual([client, expert]);
  });
});

describe('actions of the client', () => {
  it.each<[string, Partial<MoneyState>, string[]]>([
    ['undelivered work', { state: 'accepted' }, ['cancel']],
    ['undelivered work that is paid out', { state: 'accepted', payout: 'sent' }, []],
    ['a payout that is not due', { reason: 'not-due' }, ['download', 'confirm', 'complain']],
    ['an open complaint', { hasComplaint: true }, ['download', 'confirm']],
    ['a payout held for an expert', { reason: 'expert' }, ['download']],
    ['a disputed payment', { payment: 'disputed', open: 'dispute' }, []],
  ])('the client can take the actions that fit %s', (_, change, expected) => {
    expect(listActions({ ...DELIVERED, ...change }, 'client')).toEqual(expected);
  });
});
