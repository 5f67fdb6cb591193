import { expect, it } from 'vitest';
import { createAccountingViews } from '../../../../lib/http/views/books-view.ts';
import { createMovement, createPaidTestimony } from '../../../support/paid-testimony.ts';

it.each([
  ['payment', 'pi_1'],
  ['payout', 'tr_1'],
  ['fee', 'txn_1'],
  ['refund', 're_1'],
] as const)('an accounting line of the kind %s has the id of the payment', async (kind, providerId) => {
  const { deps } = createPaidTestimony();

  expect(await createAccountingViews([createMovement(kind, providerId, 100)], deps)).toMatchObject([
    { kind, providerId, paymentId: 'pi_1' },
  ]);
});

it('an accounting line of a payment that accepted no offer has no payment id, except for the payment itself', async () => {
  const { deps } = createPaidTestimony();
  const movements = [createMovement('payment', 'pi_2', 100), createMovement('refund', 're_2', -100)];

  expect(
    await createAccountingViews(
      movements.map(movement => ({ ...movement, sessionId: 'cs_2' })),
      deps,
    ),
  ).toMatchObject([{ paymentId: 'pi_2' }, { paymentId: null }]);
});
