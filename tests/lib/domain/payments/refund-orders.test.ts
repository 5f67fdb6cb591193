import { expect, it } from 'vitest';
import { orderRefund } from '../../../../lib/domain/payments/refund-orders.ts';
import { createMovement, createPaidTestimony, createRefund } from '../../../support/paid-testimony.ts';

it.each([
  ['bears its proportion', 'nothing', 0, 500],
  ['bears nothing', 'the whole commission', 1001, 0],
  ['bears nothing', 'more than the commission', 2000, 0],
])(
  'the platform %s of a refund from both after it has borne %s',
  async (_, __, borneByPlatform, fromPlatform) => {
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
