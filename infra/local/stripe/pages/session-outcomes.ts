/** Outcomes of a checkout session that is not paid yet. */
import { decline, pay, payLater, settlePayment } from '../resources/payments.ts';
import type { Provider, Session } from '../types.ts';
import type { PageOutcomes } from './forms.ts';

interface Subject {
  readonly provider: Provider;
  readonly session: Session;
}

const isOpen = ({ session }: Subject) => session.status === 'open';
const isProcessing = ({ provider, session }: Subject) =>
  provider.store.find('payment_intent', session.payment_intent)?.status === 'processing';

export const SESSION_OUTCOMES: PageOutcomes<Subject> = {
  pay: {
    button: 'Zaplatiť',
    isPossible: isOpen,
    run: ({ provider, session }) => pay(provider, session),
  },
  declined: {
    button: 'Karta bude zamietnutá',
    isPossible: isOpen,
    run: ({ provider, session }) => decline(provider, session),
  },
  'delayed-succeeds': {
    button: 'Platba potrvá dni a prejde',
    isPossible: isOpen,
    run: ({ provider, session }) => payLater(provider, session, 'succeeded'),
  },
  'delayed-fails': {
    button: 'Platba potrvá dni a zlyhá',
    isPossible: isOpen,
    run: ({ provider, session }) => payLater(provider, session, 'failed'),
  },
  arrives: {
    button: 'Platba teraz prešla',
    isPossible: isProcessing,
    run: ({ provider, session }) => settlePayment(provider, session, 'succeeded'),
  },
  fails: {
    button: 'Platba teraz zlyhala',
    isPossible: isProcessing,
    run: ({ provider, session }) => settlePayment(provider, session, 'failed'),
  },
};
