/** Payment of a checkout session: the charge, refund, dispute and transfer to which the buttons of the page apply. */
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

interface SessionSubject {
  readonly provider: StripeEmulator;
  readonly session: CheckoutSession;
}

/** A checkout session, and the objects of its payment that exist already. */
export interface SessionPayment extends SessionSubject {
  readonly intent: PaymentIntent | undefined;
  readonly charge: Charge | undefined;
  /** The newest refund that has not failed. */
  readonly refund: Refund | undefined;
  /** The newest dispute or inquiry. */
  readonly dispute: Dispute | undefined;
  /** The newest transfer that is not fully reversed. */
  readonly transfer: Transfer | undefined;
}

/** Converts outcomes of a payment to outcomes of its session. */
export const toSessionOutcomes = (outcomes: PageOutcomes<SessionPayment>): PageOutcomes<SessionSubject> =>
  Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => [
      name,
      {
        ...outcome,
        isPossible: (subject: SessionSubject) => outcome.isPossible(findPayment(subject)),
        run: (subject: SessionSubject, form: URLSearchParams) => outcome.run(findPayment(subject), form),
      },
    ]),
  );

function findPayment({ provider, session }: SessionSubject): SessionPayment {
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
