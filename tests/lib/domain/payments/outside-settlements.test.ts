import { expect, it } from 'vitest';
import { settleRefund } from '../../../../lib/domain/payments/outside-settlements.ts';
import { createMovement, createPaidTestimony, createRefund } from '../../../support/paid-testimony.ts';

const REQUEST = { sessionId: 'cs_1', paymentId: 'pi_1' };

it('settling a refund job records the rest of the payment as refunded outside the payment provider', async () => {
  const { deps } = createPaidTestimony();

  expect(await settleRefund(REQUEST, 'VS 1', deps)).toContainEqual({
    kind: 'movement-recorded',
    movement: {
      ...createMovement('settled-outside', expect.stringMatching(/^outside_/), -10005),
      ...{ party: 'client', reference: 'VS 1' },
    },
  });
});

it('settling a refund job records nothing when everything has been refunded', async () => {
  const { deps, movements, refunds } = createPaidTestimony({ refunded: 10005 });
  refunds.push(createRefund('re_1', 10005, 'succeeded'));
  movements.push(createMovement('refund', 're_1', -10005));

  expect(await settleRefund(REQUEST, 'VS 1', deps)).toEqual([]);
});
