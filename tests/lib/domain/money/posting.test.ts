import { describe, expect, it } from 'vitest';
import type { LedgerAccount, LedgerEntry } from '../../../../lib/domain/model/payments/ledger-entry.ts';
import type { ProviderDispute, ProviderMoney } from '../../../../lib/domain/model/payments/payment.ts';
import { LedgerDraft } from '../../../../lib/domain/money/ledger.ts';
import {
  earnCommission,
  endRefund,
  giveUpCommission,
  limitRefunds,
  orderRemainingRefund,
  postProviderMoney,
} from '../../../../lib/domain/money/posting.ts';
import { listOpenRefunds } from '../../../../lib/domain/money/refund-state.ts';
import {
  ACCEPTED_ENTRIES,
  createEntry,
  createRefund,
  PAYMENT_ENTRIES,
} from '../../../support/paid-testimony.ts';

const FACTS = { testimonyId: 'testimony', sessionId: 'cs_1', at: '2026-06-15T10:00:00.000Z' };

const createDraft = (...further: readonly LedgerEntry[]) =>
  new LedgerDraft([...PAYMENT_ENTRIES, ...further], FACTS);

const REFUND = { id: 'order_1', amount: 5000 };

/** Creates the ledger of a payment with an ordered refund of 50 euros: 45 from the expert and 5 from the commission. */
const createOrderedDraft = () =>
  createDraft(
    createEntry('refund-ordered', 'order_1', ['expert', 'refund-in-transit'], 4500, 'order_1'),
    createEntry('refund-ordered', 'order_1', ['commission', 'refund-in-transit'], 500, 'order_1'),
  );

const post = (draft: LedgerDraft, money: Partial<ProviderMoney>, isFullRefundDue = false) =>
  postProviderMoney(draft, { refunds: [], disputes: [], transfers: [], ...money }, isFullRefundDue);

type Line = readonly [kind: string, from: LedgerAccount, to: LedgerAccount, amount: number];

const listFresh = ({ fresh }: LedgerDraft): Line[] =>
  fresh.map(({ kind, from, to, amount }) => [kind, from, to, amount]);

describe('entries of transfers that the provider reports', () => {
  const transfer = { id: 'tr_1', amount: 9004, reversals: [{ id: 'trr_1', amount: 3000 }] };

  it("a transfer is posted as a payout from the expert's account, and its reversal in the opposite direction", () => {
    const draft = createDraft();

    post(draft, { transfers: [transfer] });

    expect(listFresh(draft)).toEqual([
      ['payout', 'expert', 'provider', 9004],
      ['payout-reversed', 'provider', 'expert', 3000],
    ]);
  });

  it('the part of a transfer that exceeds the balance of the expert is unallocated', () => {
    const draft = createDraft();

    post(draft, {
      transfers: [
        { ...transfer, reversals: [] },
        { id: 'tr_2', amount: 3000, reversals: [] },
      ],
    });

    expect(draft.balances).toMatchObject({ expert: 0, unallocated: -3000 });
  });

  it('the reversal of a transfer first covers the part that is still unallocated', () => {
    const further = { id: 'tr_2', amount: 3000, reversals: [{ id: 'trr_2', amount: 2000 }] };
    const draft = createDraft();
    post(draft, {
      transfers: [
        { ...transfer, reversals: [] },
        { ...further, reversals: [] },
      ],
    });

    post(draft, { transfers: [further] });
    expect(draft.balances).toMatchObject({ expert: 0, unallocated: -1000 });

    draft.post('borne-by-expert', 'VS 1', ['expert', 'unallocated'], 1000);
    post(draft, { transfers: [{ ...further, reversals: [{ id: 'trr_3', amount: 1000 }] }] });
    expect(draft.balances).toMatchObject({ expert: 0, unallocated: 0 });
  });

  it('an object of the provider that is reported again adds no entry', () => {
    const money = { transfers: [transfer], refunds: [createRefund('re_1', 100, 'failed')] };
    const draft = createDraft();
    post(draft, money);
    const again = new LedgerDraft(draft.entries, FACTS);

    post(again, money);

    expect(again.fresh).toEqual([]);
  });
});

it('a refund that nobody has ordered is posted to the unallocated account', () => {
  const draft = createDraft();

  post(draft, { refunds: [createRefund('re_1', 5000, 'pending')] });

  expect(listFresh(draft)).toEqual([['refund', 'unallocated', 'provider', 5000]]);
});

it('an ordered refund is posted from the refund-in-transit account', () => {
  const draft = createOrderedDraft();
  const refund = { ...createRefund('re_1', 5000, 'succeeded'), orderId: 'order_1' };

  post(draft, { refunds: [refund] });

  expect(listFresh(draft)).toEqual([
    ['refund', 'refund-in-transit', 'provider', 5000],
    ['refund-arrived', 'refund-in-transit', 'provider', 0],
  ]);
  expect(listOpenRefunds(draft.entries)).toEqual([]);
});

it('a manual refund is not posted as a part of an ordered refund', () => {
  const draft = createOrderedDraft();

  post(draft, { refunds: [createRefund('re_1', 6000, 'pending')] });

  expect(listFresh(draft)).toEqual([['refund', 'unallocated', 'provider', 6000]]);
});

it('the part of a due full refund that exceeds the money in transit is unallocated', () => {
  const draft = createOrderedDraft();

  post(draft, { refunds: [createRefund('re_1', 6000, 'pending')] }, true);

  expect(listFresh(draft)).toEqual([
    ['refund', 'refund-in-transit', 'provider', 5000],
    ['refund', 'unallocated', 'provider', 1000],
  ]);
});

it('an ordered refund that fails after its arrival is open again', () => {
  const draft = createOrderedDraft();
  const refund = { ...createRefund('re_1', 5000, 'succeeded'), orderId: 'order_1' } as const;
  post(draft, { refunds: [refund] });

  post(draft, { refunds: [{ ...refund, status: 'failed' }] });

  expect(listOpenRefunds(draft.entries)).toEqual([REFUND]);
});

it('a failed refund returns to the account from which it was posted', () => {
  const draft = createDraft();

  post(draft, { refunds: [createRefund('re_1', 5000, 'failed')] });

  expect(listFresh(draft)[1]).toEqual(['refund-failed', 'provider', 'unallocated', 5000]);
  expect(draft.balances.unallocated).toBe(0);
});

describe('entries of disputes that the provider reports', () => {
  const DISPUTE = { id: 'du_1', taken: 5000, returned: 0, respondBy: FACTS.at } as const;
  const postDispute = (draft: LedgerDraft, ...disputes: Partial<ProviderDispute>[]) => {
    for (const change of disputes) post(draft, { disputes: [{ ...DISPUTE, status: 'open', ...change }] });
    return listFresh(draft);
  };

  it('an inquiry and its end move no money', () => {
    expect(postDispute(createDraft(), { status: 'inquiry' }, { status: 'inquiry-closed' })).toEqual([
      ['inquiry', 'dispute', 'provider', 0],
      ['inquiry-closed', 'dispute', 'provider', 0],
    ]);
  });

  it('an open dispute takes its money from the dispute account and has the deadline for evidence', () => {
    const draft = createDraft();

    expect(postDispute(draft, {})).toEqual([['dispute', 'dispute', 'provider', 5000]]);
    expect(draft.fresh[0]?.respondBy).toBe(FACTS.at);
  });

  it('a won dispute returns its money to the dispute account', () => {
    const draft = createDraft();

    expect(postDispute(draft, {}, { status: 'won', returned: 5000 })[1]).toEqual([
      'dispute-won',
      'provider',
      'dispute',
      5000,
    ]);
    expect(draft.balances.dispute).toBe(0);
  });

  it('the part of a lost dispute that was not returned is an unallocated loss', () => {
    const draft = createDraft();

    expect(postDispute(draft, { status: 'lost', returned: 2000 }).slice(1)).toEqual([
      ['dispute-won', 'provider', 'dispute', 2000],
      ['dispute-lost', 'unallocated', 'dispute', 3000],
    ]);
  });

  it('money of a lost dispute that is returned later reduces the loss each time', () => {
    const draft = createDraft();
    const lost = (returned: number) => ({ status: 'lost', returned }) as const;

    postDispute(draft, {}, lost(1000), lost(1000), lost(3000), lost(4000));

    expect(draft.balances).toMatchObject({ provider: -9005, dispute: 0, unallocated: -1000 });
    expect(listFresh(draft).slice(3)).toEqual([
      ['dispute-won', 'provider', 'dispute', 2000],
      ['dispute-lost', 'dispute', 'unallocated', 2000],
      ['dispute-won', 'provider', 'dispute', 1000],
      ['dispute-lost', 'dispute', 'unallocated', 1000],
    ]);
  });

  it('a dispute that is won, reopened and lost posts one loss, also when it is lost again', () => {
    const draft = createDraft();
    const won = { status: 'won', returned: 5000 } as const;
    const again = { taken: 10_000, returned: 5000 } as const;

    postDispute(draft, {}, won, again);
    expect(draft.balances).toMatchObject({ dispute: -5000, unallocated: 0 });
    postDispute(draft, { ...again, status: 'lost' }, again, { ...again, status: 'lost' });

    expect(draft.balances).toMatchObject({ dispute: 0, unallocated: -5000 });
  });

  it('a lost dispute whose amount was reduced leaves the dispute account at zero', () => {
    const draft = createDraft();

    postDispute(draft, {}, { taken: 4900, status: 'lost' });

    expect(draft.balances).toMatchObject({ provider: -5105, dispute: 0, unallocated: -4900 });
  });

  it('money that the provider returns after a lost dispute is refunded to the client if a full refund is due', () => {
    const draft = createDraft();
    const report = (returned: number) =>
      post(draft, { disputes: [{ ...DISPUTE, status: 'lost', returned }] }, true);
    orderRemainingRefund(draft, 'order_1', 10_005);
    report(0);

    report(2000);
    orderRemainingRefund(draft, 'order_2', 7005);

    expect(draft.balances).toMatchObject({ 'refund-in-transit': 7005, unallocated: 0, dispute: 0 });
  });
});

describe('entries of full refunds', () => {
  it('a full refund returns all shares to the client', () => {
    const draft = createDraft();

    orderRemainingRefund(draft, 'order_1', 10_005);

    expect(listOpenRefunds(draft.entries)).toEqual([{ id: 'order_1', amount: 10_005 }]);
    expect(listFresh(draft)).toEqual([
      ['refund-ordered', 'commission', 'refund-in-transit', 1001],
      ['refund-ordered', 'expert', 'refund-in-transit', 9004],
    ]);
  });

  it.each([
    ['nobody bears yet', [], { unallocated: -5000, 'platform-loss': 0 }],
    [
      'the platform bears',
      [
        createEntry('borne-by-platform', 'VS 1', ['commission', 'unallocated'], 1001),
        createEntry('borne-by-platform', 'VS 1', ['platform-loss', 'unallocated'], 3999),
      ],
      { unallocated: 0, 'platform-loss': -3999 },
    ],
  ] as const)('a full refund does not take a manual refund from the expert that %s', (_, further, after) => {
    const draft = createDraft(createEntry('refund', 're_1', ['unallocated', 'provider'], 5000), ...further);

    orderRemainingRefund(draft, 'order_1', 5005);

    expect(listOpenRefunds(draft.entries)).toEqual([{ id: 'order_1', amount: 5005 }]);
    expect(draft.fresh.filter(({ kind }) => kind !== 'refund-ordered')).toEqual([]);
    expect(draft.balances).toMatchObject(after);
  });

  it('a manual refund takes the money of an ordered refund that has failed in the meantime', () => {
    const ordered = { ...createRefund('re_1', 5000, 'succeeded'), orderId: 'order_1' };
    const draft = createOrderedDraft();
    post(draft, { refunds: [ordered] });

    post(
      draft,
      { refunds: [createRefund('re_2', 50, 'succeeded'), { ...ordered, status: 'failed' } as const] },
      true,
    );

    expect(draft.balances).toMatchObject({ unallocated: 0, 'refund-in-transit': 4950 });
  });

  const FULL_REFUND = createEntry('refund', 're_1', ['unallocated', 'provider'], 10_005);

  it('an expert keeps the claim when the client has got everything', () => {
    const draft = createDraft(FULL_REFUND);

    orderRemainingRefund(draft, 'order_1', 0);

    expect(draft.balances).toMatchObject({ expert: 9004, 'refund-in-transit': 0 });
  });

  it.each([
    ['has received nothing', []],
    ['was paid', [createEntry('payout', 'tr_1', ['expert', 'provider'], 9004)]],
    [
      'has returned a payout',
      [
        createEntry('payout', 'tr_1', ['expert', 'provider'], 9004),
        createEntry('payout-reversed', 'trr_1', ['provider', 'expert'], 9004),
      ],
    ],
  ] as const)(
    'a full refund that nobody has ordered takes only the commission if the expert %s',
    (_, payouts) => {
      const draft = createDraft(FULL_REFUND, ...payouts);
      const { expert } = draft.balances;

      giveUpCommission(draft);

      expect(listFresh(draft)).toEqual([['allocation', 'commission', 'unallocated', 1001]]);
      expect(draft.balances).toMatchObject({ expert, commission: 0, unallocated: -9004 });
    },
  );

  it('a full refund does not take the commission when operators have decided who bears it', () => {
    const draft = createDraft(
      FULL_REFUND,
      createEntry('borne-by-expert', 'VS 1', ['expert', 'unallocated'], 10_005),
    );

    giveUpCommission(draft);

    expect(draft.fresh).toEqual([]);
  });
});

describe('earning the commission', () => {
  const createDeferred = () => new LedgerDraft(ACCEPTED_ENTRIES, FACTS);
  const earn = (draft: LedgerDraft) => earnCommission(draft, { paymentId: 'pi_1', balances: draft.balances });

  it('the whole deferred commission is earned, and a repetition posts nothing', () => {
    const draft = createDeferred();

    earn(draft);
    earn(draft);

    expect(listFresh(draft)).toEqual([['commission-earned', 'deferred-commission', 'commission', 1001]]);
  });

  it('a refund that was ordered before the delivery returns to the deferred commission, which is earned as well', () => {
    const draft = createDeferred();
    const accounts = ['deferred-commission', 'refund-in-transit'] as const;
    draft.post('refund-ordered', REFUND.id, accounts, 500, { orderId: REFUND.id });
    earn(draft);

    endRefund(draft, REFUND, 500);
    earn(draft);

    expect(listFresh(draft).slice(1)).toEqual([
      ['commission-earned', 'deferred-commission', 'commission', 501],
      ['refund-ended', 'refund-in-transit', 'deferred-commission', 500],
      ['commission-earned', 'deferred-commission', 'commission', 500],
    ]);
  });

  it('a full refund before the delivery takes the deferred commission', () => {
    const draft = createDeferred();
    draft.post('refund', 're_1', ['unallocated', 'provider'], 10_005);

    giveUpCommission(draft);

    expect(listFresh(draft).slice(1)).toEqual([['allocation', 'deferred-commission', 'unallocated', 1001]]);
  });
});

it('ending a part of a refund returns this part to the expert and the commission in proportion to their shares', () => {
  const draft = createOrderedDraft();

  endRefund(draft, REFUND, 1000);

  expect(listFresh(draft)).toEqual([
    ['refund-ended', 'refund-in-transit', 'expert', 900],
    ['refund-ended', 'refund-in-transit', 'commission', 100],
  ]);
});

it('a refund that is ended in two parts returns exactly the ordered amount', () => {
  const draft = createOrderedDraft();

  endRefund(draft, REFUND, 333);
  endRefund(draft, REFUND, 4667);

  expect(draft.balances).toMatchObject({ expert: 9004, commission: 1001, 'refund-in-transit': 0 });
});

it('the end of a refund does not count entries of another refund whose id begins with the same characters', () => {
  const draft = createOrderedDraft();
  const other = { ...REFUND, id: `${REFUND.id}0`, amount: 300 };
  draft.post('refund-ordered', other.id, ['commission', 'refund-in-transit'], 300, { orderId: other.id });
  endRefund(draft, other, 300);

  endRefund(draft, REFUND, REFUND.amount);

  expect(draft.balances['refund-in-transit']).toBe(0);
  expect(draft.balances).toMatchObject({ expert: 9004, commission: 1001 });
});

it.each([
  [5000, [REFUND]],
  [2000, [{ ...REFUND, amount: 2000 }]],
  [0, []],
])('an open refund is limited to the %d cents that remain of the payment', (left, open) => {
  const draft = createOrderedDraft();

  limitRefunds(draft, left);

  expect(listOpenRefunds(draft.entries)).toEqual(open);
});

it('only the first of two open refunds is reduced when the payment covers the second one', () => {
  const second = { ...REFUND, id: 'order_2', amount: 1000 };
  const draft = createDraft(
    ...createOrderedDraft().entries.filter(({ kind }) => kind === 'refund-ordered'),
    createEntry('refund-ordered', 'order_2', ['expert', 'refund-in-transit'], 1000, 'order_2'),
  );

  limitRefunds(draft, 4000);

  expect(listOpenRefunds(draft.entries)).toEqual([{ ...REFUND, amount: 3000 }, second]);
  expect(draft.balances['refund-in-transit']).toBe(4000);
});

it('a ledger draft rejects an entry that its ledger already has', () => {
  const draft = createDraft();

  expect(() => draft.post('payment', 'pi_1', ['provider', 'expert'], 1)).toThrow('already');
});

it.each([-1, 0.5, Number.NaN])('a ledger draft rejects the amount %d', amount => {
  expect(() => createDraft().post('payout', 'tr_1', ['expert', 'provider'], amount)).toThrow('cents');
});

it('a ledger draft ignores an amount of zero', () => {
  const draft = createDraft();

  draft.post('payout', 'tr_1', ['expert', 'provider'], 0);

  expect(draft.fresh).toEqual([]);
});
