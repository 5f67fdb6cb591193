/** What can become of a session and of its payment. */
import { html } from '../html.ts';
import { closeDispute, dispute } from './disputes.ts';
import type { Charge, Dispute, PaymentIntent, Refund, RefundCourse, Session, Transfer } from './objects.ts';
import type { Outcome } from './outcomes.ts';
import { decline, pay, payLater, settlePayment } from './payments.ts';
import type { Provider } from './provider.ts';
import { createRefund, settleRefund } from './refunds.ts';
import { createReversal } from './reversals.ts';

/** A session, and what there is of a payment. */
export interface Payment {
  readonly provider: Provider;
  readonly session: Session;
  readonly intent: PaymentIntent | undefined;
  readonly charge: Charge | undefined;
  /** The newest that has not failed. */
  readonly refund: Refund | undefined;
  readonly dispute: Dispute | undefined;
  /** The newest that has not come back whole. */
  readonly transfer: Transfer | undefined;
}

export function paymentOf(provider: Provider, session: Session): Payment {
  const { store } = provider;
  const intent = store.find('payment_intent', session.payment_intent ?? '');
  const charge = store.find('charge', intent?.latest_charge ?? '');
  const ofCharge = (object: Refund | Dispute) => object.charge === charge?.id;
  const refund = store.list('refund').find(one => ofCharge(one) && one.status !== 'failed');
  const transfer = store
    .list('transfer')
    .find(one => one.source_transaction === charge?.id && one.amount_reversed < one.amount);
  return {
    provider,
    session,
    intent,
    charge,
    refund,
    transfer,
    dispute: store.list('dispute').find(ofCharge),
  };
}

const isOpen = ({ session }: Payment) => session.status === 'open';
const isUnderWay = ({ intent }: Payment) => intent?.status === 'processing';
const isDisputed = (payment: Payment) => payment.dispute?.status === 'needs_response';
const mayBeTaken = ({ charge, dispute }: Payment) =>
  charge?.status === 'succeeded' &&
  charge.amount_refunded < charge.amount &&
  (!dispute || dispute.status === 'won');
const isPaid = ({ charge }: Payment) => charge?.status === 'succeeded';

const FAILING: RefundCourse = { begins: 'pending', ends: 'failed', afterSeconds: 3 };
const WAITING: RefundCourse = { begins: 'pending', ends: 'succeeded', afterSeconds: null };

const AMOUNT = html`<label>Suma v centoch (prázdne: celý zvyšok) <input name="amount" inputmode="numeric"></label>`;

export const PAYMENT_OUTCOMES: readonly Outcome<Payment>[] = [
  {
    name: 'pay',
    button: 'Zaplatiť',
    happens: isOpen,
    run: ({ provider, session }) => pay(provider, session),
  },
  {
    name: 'declined',
    button: 'Karta bude zamietnutá',
    happens: isOpen,
    run: ({ provider, session }) => decline(provider, session),
  },
  {
    name: 'delayed-succeeds',
    button: 'Platba potrvá dni a prejde',
    happens: isOpen,
    run: ({ provider, session }) => payLater(provider, session, 'succeeded'),
  },
  {
    name: 'delayed-fails',
    button: 'Platba potrvá dni a zlyhá',
    happens: isOpen,
    run: ({ provider, session }) => payLater(provider, session, 'failed'),
  },
  {
    name: 'arrives',
    button: 'Platba teraz prešla',
    happens: isUnderWay,
    run: ({ provider, session }) => settlePayment(provider, session, 'succeeded'),
  },
  {
    name: 'fails',
    button: 'Platba teraz zlyhala',
    happens: isUnderWay,
    run: ({ provider, session }) => settlePayment(provider, session, 'failed'),
  },
  {
    name: 'refund',
    button: 'Vrátiť platbu ručne',
    field: AMOUNT,
    happens: mayBeTaken,
    run: async ({ provider, session }, form) => createRefund(byHand(provider, session, form)),
  },
  {
    name: 'refunds-wait',
    button: 'Ďalšie vrátenia platby budú čakať',
    happens: mayBeTaken,
    run: async payment => follow(payment, WAITING),
  },
  {
    name: 'refunds-fail',
    button: 'Ďalšie vrátenia platby zlyhajú',
    happens: mayBeTaken,
    run: async payment => follow(payment, FAILING),
  },
  {
    name: 'refund-succeeds',
    button: 'Vrátenie platby prešlo',
    happens: ({ refund }) => refund?.status === 'pending',
    run: async ({ provider, refund }) => refund && settleRefund(provider, refund, 'succeeded'),
  },
  {
    name: 'refund-fails',
    button: 'Vrátenie platby zlyhalo',
    happens: ({ refund }) => refund !== undefined,
    run: async ({ provider, refund }) => refund && settleRefund(provider, refund, 'failed'),
  },
  {
    name: 'dispute',
    button: 'Klient platbu napadol v banke',
    happens: payment => isPaid(payment) && mayBeTaken(payment) && !payment.dispute,
    run: async ({ provider, charge }) => charge && dispute(provider, charge),
  },
  {
    name: 'dispute-won',
    button: 'Spor sme vyhrali',
    happens: isDisputed,
    run: async ({ provider, dispute }) => dispute && closeDispute(provider, dispute, 'won'),
  },
  {
    name: 'dispute-lost',
    button: 'Spor sme prehrali',
    happens: isDisputed,
    run: async ({ provider, dispute }) => dispute && closeDispute(provider, dispute, 'lost'),
  },
  {
    name: 'payout-reversed',
    button: 'Vziať výplatu späť',
    field: AMOUNT,
    happens: ({ charge, transfer }) => charge !== undefined && transfer !== undefined,
    run: async ({ provider, transfer }, form) =>
      transfer && createReversal({ ...provider, params: amountIn(form), id: transfer.id }),
  },
];

/** Somebody in the provider's own pages does what the API does. */
function byHand(provider: Provider, { payment_intent }: Session, form: URLSearchParams) {
  const params = new URLSearchParams([['payment_intent', payment_intent ?? ''], ...amountIn(form)]);
  return { ...provider, params, id: '' };
}

const amountIn = (form: URLSearchParams) =>
  new URLSearchParams([...form].filter(([name, value]) => name === 'amount' && value !== ''));

function follow({ provider, intent }: Payment, refunds: RefundCourse): void {
  if (intent) provider.store.put({ ...intent, hidden: { ...intent.hidden, refunds } });
}
