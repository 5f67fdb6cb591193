/** Payment of a checkout session: its objects, and the outcomes that a visitor can choose while the session is open. */
import { declinePayment, paySession } from '../resources/payments.ts';
import type {
  Charge,
  CheckoutSession,
  Dispute,
  PaymentIntent,
  Refund,
  StripeEmulator,
  Transfer,
} from '../types.ts';
import type { PageOutcomes } from './page-forms.ts';

/** A checkout session and the objects of its payment. Objects that do not exist yet are undefined. */
export interface SessionPayment {
  readonly provider: StripeEmulator;
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | undefined;
  readonly charge: Charge | undefined;
  /** The newest refund that has not failed. */
  readonly refund: Refund | undefined;
  /** The newest dispute or inquiry. */
  readonly dispute: Dispute | undefined;
  /** The newest transfer that is not fully reversed. */
  readonly transfer: Transfer | undefined;
}

/** Finds the objects of a session's payment. The buttons of the page change these objects. */
export function findPayment(provider: StripeEmulator, session: CheckoutSession): SessionPayment {
  const { store } = provider;
  const intent = store.find('payment_intent', session.payment_intent);
  const charge = store.find('charge', intent?.latest_charge);
  const refund = store
    .list('refund')
    .find(one => one.charge === charge?.id && one.status !== 'failed' && one.status !== 'canceled');
  const dispute = store.list('dispute').find(one => one.charge === charge?.id);
  const transfer = store
    .list('transfer')
    .find(one => one.source_transaction === charge?.id && one.amount_reversed < one.amount);
  return { provider, session, intent, charge, refund, dispute, transfer };
}

/** Returns whether the charge has succeeded and is not refunded completely. */
export const hasUnrefundedCharge = ({ charge }: SessionPayment): boolean =>
  charge?.status === 'succeeded' && charge.amount_refunded < charge.amount;

const isOpen = ({ session }: SessionPayment) => session.status === 'open';

/** The outcomes of a session that is not paid yet, by their names in the form. */
export const SESSION_OUTCOMES: PageOutcomes<SessionPayment> = {
  pay: {
    button: 'Zaplatiť',
    isPossible: isOpen,
    run: ({ provider, session }) => paySession(provider, session),
  },
  'pay-elevated': {
    button: 'Zaplatiť podozrivou kartou',
    hint: 'Riziko podvodu bude zvýšené, ako pri karte 4000\u00a00000\u00a00000\u00a09235.',
    isPossible: isOpen,
    run: ({ provider, session }) => paySession(provider, session, 'elevated'),
  },
  'pay-highest': {
    button: 'Zaplatiť veľmi podozrivou kartou',
    hint: 'Riziko podvodu bude najvyššie, ako pri karte 4000\u00a00000\u00a00000\u00a04954.',
    isPossible: isOpen,
    run: ({ provider, session }) => paySession(provider, session, 'highest'),
  },
  declined: {
    button: 'Karta bude zamietnutá',
    hint: 'Zostanete na tejto stránke a môžete to skúsiť znova.',
    isPossible: isOpen,
    run: ({ provider, session }) => declinePayment(provider, session),
  },
};
