import { expect, it } from 'vitest';
import { orderRefund } from '../../../../../lib/domain/payments/refunds/refund-orders.ts';
import { createEntry, createPaidTestimony, createRefund } from '../../../../support/paid-testimony.ts';

it.each([
  ['nothing', 0, { expert: 4500, commission: 500 }],
  ['the whole commission', 1001, { expert: 5000 }],
  ['more than the commission', 2000, { expert: 5000 }],
])(
  'the platform bears its share of a refund only up to its whole commission (borne before: %s)',
  async (_, borne, shares) => {
    const { deps, entries, refunds } = createPaidTestimony({ refunded: borne });
    if (borne > 0) {
      refunds.push(createRefund('re_1', borne, 'succeeded'));
      entries.push(
        createEntry('refund', 're_1', ['unallocated', 'provider'], borne),
        createEntry('borne-by-platform', 'VS 1', ['commission', 'unallocated'], Math.min(borne, 1001)),
        createEntry('borne-by-platform', 'VS 1', ['platform-loss', 'unallocated'], Math.max(0, borne - 1001)),
      );
    }

    const { changes } = await orderRefund(
      'testimony',
      { amount: 5000, from: 'both' },
      { who: 'operator', why: null },
      deps,
    );

    const ordered = changes.flatMap(change =>
      change.kind === 'entry-recorded' && change.entry.kind === 'refund-ordered'
        ? [[change.entry.from, change.entry.amount]]
        : [],
    );
    expect(Object.fromEntries(ordered)).toEqual(shares);
  },
);

it("the platform's share of a refund is at most the remaining amount of the payment", async () => {
  const { deps, entries, refunds } = createPaidTestimony({ refunded: 10004 });
  refunds.push(createRefund('re_1', 10004, 'succeeded'));
  entries.push(createEntry('refund', 're_1', ['unallocated', 'provider'], 10004));
  const decision = { who: 'operator', why: null } as const;

  const { changes } = await orderRefund('testimony', { amount: 1, from: 'both' }, decision, deps);

  const ordered = changes.flatMap(change => (change.kind === 'entry-recorded' ? [change.entry] : []));
  expect(ordered).toContainEqual(
    expect.objectContaining({ kind: 'refund-ordered', from: 'commission', amount: 1 }),
  );
});

it('an ordered refund cannot take money from the expert that is needed for another refund', async () => {
  const { deps, entries, refunds } = createPaidTestimony({ refunded: 6000 });
  refunds.push(createRefund('re_1', 6000, 'succeeded'));
  entries.push(
    createEntry('payout', 'tr_1', ['expert', 'provider'], 9004),
    createEntry('refund', 're_1', ['unallocated', 'provider'], 6000),
    createEntry('borne-by-expert', 'VS 1', ['expert', 'unallocated'], 6000),
  );
  const order = (amount: number) =>
    orderRefund('testimony', { amount, from: 'expert' }, { who: 'operator', why: null }, deps);

  await expect(order(3005)).rejects.toMatchObject({ codes: { amount: ['amount-too-high'] } });
  await expect(order(3004)).resolves.toBeDefined();
});
