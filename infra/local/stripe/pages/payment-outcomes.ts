/** Outcomes that a visitor can choose for a paid checkout session: refunds, disputes, and a reversal of the payout. */
import { closeDispute, openDispute } from '../resources/disputes.ts';
import { createRefund, settleRefund } from '../resources/refunds.ts';
import { createReversal } from '../resources/transfers.ts';
import type {
  Charge,
  CheckoutSession,
  Dispute,
  PaymentIntent,
  Refund,
  RefundBehavior,
  StripeEmulator,
  Transfer,
} from '../types.ts';
import { AMOUNT_FIELD, type PageOutcomes, readAmount } from './page-forms.ts';

/** A checkout session, and the objects of its payment that exist already. */
export interface SessionPayment {
  readonly provider: StripeEmulator;
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | undefined;
  readonly charge: Charge | undefined;
  /** The newest refund that has not failed. */
  readonly refund: Refund | undefined;
  readonly dispute: Dispute | undefined;
  /** The newest transfer that is not fully reversed. */
  readonly transfer: Transfer | undefined;
}

/** Finds the objects of a session's payment. */
export function findPayment(provider: StripeEmulator, session: CheckoutSession): SessionPayment {
  const { store } = provider;
  const intent = store.find('payment_intent', session.payment_intent);
  const charge = store.find('charge', intent?.latest_charge);
  const refund = store.list('refund').find(one => one.charge === charge?.id && one.status !== 'failed');
  const dispute = store.list('dispute').find(one => one.charge === charge?.id);
  const transfer = store
    .list('transfer')
    .find(one => one.source_transaction === charge?.id && one.amount_reversed < one.amount);
  return { provider, session, intent, charge, refund, dispute, transfer };
}

const isRefundable = ({ charge, dispute }: SessionPayment) =>
  charge?.status === 'succeeded' &&
  charge.amount_refunded < charge.amount &&
  (!dispute || dispute.status === 'won');
const isDisputed = ({ dispute }: SessionPayment) => dispute?.status === 'needs_response';

const FAILING_REFUNDS: RefundBehavior = { begins: 'pending', ends: 'failed', afterSeconds: 3 };
const PENDING_REFUNDS: RefundBehavior = { begins: 'pending', ends: 'succeeded', afterSeconds: null };

const setRefundBehavior = ({ provider, intent }: SessionPayment, refunds: RefundBehavior) =>
  intent && provider.store.update(intent, { hidden: { ...intent.hidden, refunds } });

/** The outcomes by their names in the form. */
export const PAYMENT_OUTCOMES: PageOutcomes<SessionPayment> = {
  refund: {
    button: 'Vrátiť platbu ručne',
    field: AMOUNT_FIELD,
    isPossible: isRefundable,
    run: ({ provider, charge }, form) =>
      charge && createRefund({ ...provider, params: { charge: charge.id, ...readAmount(form) }, id: '' }),
  },
  'refunds-wait': {
    button: 'Ďalšie vrátenia platby budú čakať',
    isPossible: isRefundable,
    run: payment => setRefundBehavior(payment, PENDING_REFUNDS),
  },
  'refunds-fail': {
    button: 'Ďalšie vrátenia platby zlyhajú',
    isPossible: isRefundable,
    run: payment => setRefundBehavior(payment, FAILING_REFUNDS),
  },
  'refund-succeeds': {
    button: 'Vrátenie platby prešlo',
    isPossible: ({ refund }) => refund?.status === 'pending',
    run: ({ provider, refund }) => refund && settleRefund(provider, refund, 'succeeded'),
  },
  'refund-fails': {
    button: 'Vrátenie platby zlyhalo',
    isPossible: ({ refund }) => refund !== undefined,
    run: ({ provider, refund }) => refund && settleRefund(provider, refund, 'failed'),
  },
  dispute: {
    button: 'Klient platbu napadol v banke',
    isPossible: payment => isRefundable(payment) && !payment.dispute,
    run: ({ provider, charge }) => charge && openDispute(provider, charge),
  },
  'dispute-won': {
    button: 'Spor sme vyhrali',
    isPossible: isDisputed,
    run: ({ provider, dispute }) => dispute && closeDispute(provider, dispute, 'won'),
  },
  'dispute-lost': {
    button: 'Spor sme prehrali',
    isPossible: isDisputed,
    run: ({ provider, dispute }) => dispute && closeDispute(provider, dispute, 'lost'),
  },
  'payout-reversed': {
    button: 'Vziať výplatu späť',
    field: AMOUNT_FIELD,
    isPossible: ({ charge, transfer }) => charge !== undefined && transfer !== undefined,
    run: ({ provider, transfer }, form) =>
      transfer && createReversal({ ...provider, params: readAmount(form), id: transfer.id }),
  },
};
