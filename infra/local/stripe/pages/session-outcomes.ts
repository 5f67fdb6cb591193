/** Outcomes that a visitor can choose for a checkout session that is not paid yet. */
import { declinePayment, paySession } from '../resources/payments.ts';
import type { CheckoutSession, StripeEmulator } from '../types.ts';
import type { PageOutcomes } from './page-forms.ts';

interface SessionSubject {
  readonly provider: StripeEmulator;
  readonly session: CheckoutSession;
}

const isOpen = ({ session }: SessionSubject) => session.status === 'open';

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
};
