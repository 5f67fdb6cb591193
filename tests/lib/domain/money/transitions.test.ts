import { expect, it } from 'vitest';
import type { Checkout } from '../../../../lib/domain/model/checkout-session.ts';
import type { TestimonyPayment, TestimonyPayout } from '../../../../lib/domain/model/escrow.ts';
import type { Testimony } from '../../../../lib/domain/model/testimony.ts';
import {
  assertCheckoutTransitions,
  assertMoneyTransitions,
} from '../../../../lib/domain/money/transitions.ts';

const withPayment = (status: TestimonyPayment['status'], state: Testimony['state'] = 'completed') =>
  ({ state, payment: { status } }) as Testimony;
const withPayout = (status: TestimonyPayout['status']) => ({ payout: { status } }) as Testimony;
const withState = (state: Checkout['state']) => ({ state }) as Checkout;

const PAYMENT_STATUSES = ['refunding', 'disputed'] as const;

it.each<[string, () => void]>([
  ...PAYMENT_STATUSES.flatMap((from): [string, () => void][] => [
    ['payment', () => assertMoneyTransitions(withPayment(from), withPayment('paid', 'cancelled'))],
    ['payment', () => assertMoneyTransitions(withPayment(from), withPayment('refunded', 'accepted'))],
  ]),
  ['payment', () => assertMoneyTransitions(withPayment('refunded'), withPayment('paid', 'accepted'))],
  ['payout', () => assertMoneyTransitions(withPayout('sent'), withPayout('owed'))],
  ['checkout', () => assertCheckoutTransitions(withState('accepted'), withState('late'))],
])('a transition of money that is in no table throws an error (%s)', (subject, assert) => {
  expect(assert).toThrow(`illegal transition of a ${subject}`);
});

it('a state of money that does not change needs no transition', () => {
  assertMoneyTransitions(withPayment('paid'), withPayment('paid'));
});

it('a new payment may have any state', () => {
  assertMoneyTransitions({ payment: null } as Testimony, withPayment('paid'));
});
