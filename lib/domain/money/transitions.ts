/**
 * Transitions of payments, payouts and checkouts (infra/docs/api/payments.md#transitions). Every change of a
 * testimony or a checkout is checked against these tables. The page is generated from them.
 */
import type { Checkout } from '../model/checkout-session.ts';
import type { TestimonyPayment, TestimonyPayout } from '../model/escrow.ts';
import type { Testimony, TestimonyState } from '../model/testimony.ts';

export interface MoneyTransition<State> {
  readonly from: State;
  readonly event: string;
  readonly to: State;
  /** States that the testimony can have after the transition; missing if every state is allowed. */
  readonly testimony?: readonly TestimonyState[];
}

const transition = <State>(
  from: State,
  event: string,
  to: State,
  testimony?: readonly TestimonyState[],
): MoneyTransition<State> => ({ from, event, to, ...(testimony && { testimony }) });

type PaymentStatus = TestimonyPayment['status'];
type PayoutStatus = TestimonyPayout['status'];
type CheckoutState = Checkout['state'];

/** The payment of a cancelled testimony is refunded, so it is never `paid`. */
const UNCANCELLED_STATES = ['accepted', 'completed'] as const;
/** An accepted testimony is cancelled when its payment becomes `refunded`, so the state `accepted` is missing here. */
const ENDED_STATES = ['cancelled', 'completed'] as const;

/** Each status can follow any other one, but not in every state of the testimony. */
export const PAYMENT_TRANSITIONS: readonly MoneyTransition<PaymentStatus>[] = [
  transition('paid', 'the whole rest is refunded or the testimony is cancelled', 'refunding'),
  transition('paid', 'a full refund arrives', 'refunded', ENDED_STATES),
  transition('paid', 'the bank disputes the whole rest', 'disputed', UNCANCELLED_STATES),
  transition('paid', 'the testimony is cancelled while the bank disputes a part', 'disputed', ['cancelled']),
  transition('refunding', 'the refund arrives', 'refunded', ENDED_STATES),
  transition('refunding', 'a refund by hand fails, or its order is ended', 'paid', UNCANCELLED_STATES),
  transition('refunding', 'the bank disputes the payment', 'disputed'),
  transition('refunded', 'a refund fails after it had succeeded', 'refunding', ENDED_STATES),
  transition('refunded', 'a refund by hand fails, or money of a lost dispute comes back', 'paid', [
    'completed',
  ]),
  transition('refunded', 'the bank disputes the payment', 'disputed', ENDED_STATES),
  transition('disputed', 'the dispute is won, also in part', 'paid', UNCANCELLED_STATES),
  transition('disputed', 'the dispute is won, and a refund waits for its end', 'refunding'),
  transition('disputed', 'the dispute is lost', 'refunded', ENDED_STATES),
];

export const PAYOUT_TRANSITIONS: readonly MoneyTransition<PayoutStatus>[] = [
  transition('held', 'the expert has no verified account', 'owed'),
  transition('held', 'the transfer is made, or an operator pays outside the provider', 'sent'),
  transition('held', 'the job has died, or the transfer is reversed', 'failed'),
  transition('held', 'nothing is left for the expert, or an operator ends the payout', 'void'),
  transition('owed', 'the account is verified, or the payment is not available', 'held'),
  transition('owed', 'the transfer is made, or an operator pays outside the provider', 'sent'),
  transition('owed', 'the job has died, or the transfer is reversed', 'failed'),
  transition('owed', 'nothing is left for the expert, or an operator ends the payout', 'void'),
  transition('failed', 'a retry begins', 'held'),
  transition('failed', 'a retry finds no verified account', 'owed'),
  transition('failed', 'the transfer is found, or an operator pays outside the provider', 'sent'),
  transition('failed', 'nothing is left for the expert, or an operator ends the payout', 'void'),
  transition('sent', 'a won dispute frees more, or an operator reopens the payout', 'held'),
  transition('sent', 'the transfer is reversed', 'failed'),
  transition('sent', 'the expert has returned everything, or a settlement is undone', 'void'),
  transition('void', 'money comes back to the expert, or an operator reopens the payout', 'held'),
  transition('void', 'the transfer is reversed', 'failed'),
  transition('void', 'a transfer is found, or an operator pays outside the provider', 'sent'),
];

export const CHECKOUT_TRANSITIONS: readonly MoneyTransition<CheckoutState>[] = [
  transition('open', 'the session ends unpaid', 'closed'),
  transition('open', 'the payment accepts the offer', 'accepted'),
  transition('open', 'the payment comes too late', 'late'),
  transition('closed', 'a payment is found after all, and accepts the offer', 'accepted'),
  transition('closed', 'a payment is found after all, too late', 'late'),
];

/** @throws Error when the status of the payment or the payout changes in a way that no transition allows */
export function assertMoneyTransitions(before: Testimony, after: Testimony): void {
  const transitions = PAYMENT_TRANSITIONS.filter(
    ({ testimony }) => !testimony || testimony.includes(after.state),
  );
  assertTransition('payment', transitions, before.payment?.status, after.payment?.status);
  assertTransition('payout', PAYOUT_TRANSITIONS, before.payout?.status, after.payout?.status);
}

/** @throws Error when the state of the checkout changes in a way that no transition allows */
export function assertCheckoutTransitions(before: Checkout, after: Checkout): void {
  assertTransition('checkout', CHECKOUT_TRANSITIONS, before.state, after.state);
}

function assertTransition<State>(
  subject: string,
  transitions: readonly MoneyTransition<State>[],
  before: State | undefined,
  after: State | undefined,
): void {
  if (before === undefined || after === undefined || before === after) return;
  const isLegal = transitions.some(({ from, to }) => from === before && to === after);
  if (!isLegal) throw new Error(`illegal transition of a ${subject}: ${before} to ${after}`);
}
