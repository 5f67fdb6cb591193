/** Outcomes that a visitor can choose for a checkout session that is not paid yet. */
import { declinePayment, paySession, settlePayment, startDelayedPayment } from '../resources/payments.ts';
import type { CheckoutSession, StripeEmulator } from '../types.ts';
import type { PageOutcomes } from './page-forms.ts';

interface SessionSubject {
  readonly provider: StripeEmulator;
  readonly session: CheckoutSession;
}

const isOpen = ({ session }: SessionSubject) => session.status === 'open';
const isProcessing = ({ provider, session }: SessionSubject) =>
  provider.store.find('payment_intent', session.payment_intent)?.status === 'processing';

/** The outcomes by their names in the form. */
export const SESSION_OUTCOMES: PageOutcomes<SessionSubject> = {
  pay: {
    button: 'Zaplatiť',
    isPossible: isOpen,
    run: ({ provider, session }) => paySession(provider, session),
  },
  declined: {
    button: 'Karta bude zamietnutá',
    hint: 'Vrátite sa bez zaplatenia a môžete to skúsiť znova.',
    isPossible: isOpen,
    run: ({ provider, session }) => declinePayment(provider, session),
  },
  'delayed-succeeds': {
    button: 'Platba potrvá dni a prejde',
    hint: 'Vrátite sa hneď, peniaze prídu o chvíľu.',
    isPossible: isOpen,
    run: ({ provider, session }) => startDelayedPayment(provider, session, 'succeeded'),
  },
  'delayed-fails': {
    button: 'Platba potrvá dni a zlyhá',
    hint: 'Vrátite sa hneď, o chvíľu platba zlyhá.',
    isPossible: isOpen,
    run: ({ provider, session }) => startDelayedPayment(provider, session, 'failed'),
  },
  delayed: {
    button: 'Platba potrvá, kým o nej nerozhodnete',
    hint: 'Výsledok potom vyberiete na tejto stránke.',
    isPossible: isOpen,
    run: ({ provider, session }) => startDelayedPayment(provider, session, null),
  },
  arrives: {
    button: 'Platba teraz prešla',
    hint: 'Ponuka sa prijme.',
    isPossible: isProcessing,
    run: ({ provider, session }) => settlePayment(provider, session, 'succeeded'),
  },
  fails: {
    button: 'Platba teraz zlyhala',
    hint: 'Ponuka zostane neprijatá.',
    isPossible: isProcessing,
    run: ({ provider, session }) => settlePayment(provider, session, 'failed'),
  },
};
