import { expect, it } from 'vitest';
import { orderRefund } from '../../../../lib/domain/payments/refund-orders.ts';
import { createMovement, createPaidTestimony, createRefund } from '../../../support/paid-testimony.ts';

it.each([
  ['nothing', 0, 500],
  ['the whole commission', 1001, 0],
  ['more than the commission', 2000, 0],
])(
  'the platform shares a refund only until it has borne its whole commission (borne before: %s)',
  async (_, borneByPlatform, fromPlatform) => {
    const { deps, movements, refunds } = createPaidTestimony({ borneByPlatform, refunded: borneByPlatform });
    if (borneByPlatform > 0) {
      refunds.push(createRefund('re_1', borneByPlatform, 'succeeded'));
      movements.push(createMovement('refund', 're_1', -borneByPlatform));
    }

    const { result } = await orderRefund(
      'testimony',
      { amount: 5000, from: 'both' },
      { who: 'operator', why: null },
      deps,
    );

    expect(result.payment?.order).toMatchObject({ amount: 5000, fromPlatform });
  },
);
