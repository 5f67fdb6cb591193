/** Handles requests for the payment page. Its main form pays the checkout session. */

import { DISPUTE_OUTCOMES } from './dispute-outcomes.ts';
import { findOutcome, type PageRequest, renderForms, runOutcome } from './page-forms.ts';
import { REFUND_OUTCOMES } from './refund-outcomes.ts';
import { findPayment, SESSION_OUTCOMES } from './session-payment.ts';
import {
  createErrorForms,
  createNotFoundPage,
  createPaymentPage,
  createRedirect,
  formatTotal,
} from './views.ts';

const OUTCOMES = { ...SESSION_OUTCOMES, ...REFUND_OUTCOMES, ...DISPUTE_OUTCOMES };

/**
 * Responds with the payment page. A submitted form runs its outcome and, unless the card is declined, redirects to the
 * service.
 */
export async function handlePaymentRequest({ provider, path, form }: PageRequest) {
  const session = provider.store.find('checkout.session', path.split('/')[2]);
  if (!session) return createNotFoundPage();
  const subject = findPayment(provider, session);
  const outcome = form && findOutcome(OUTCOMES, 'pay', subject, form);
  const successUrl = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const cancelUrl = session.cancel_url ?? successUrl;
  if (!outcome) {
    const options = { status: form ? 409 : 200, redirects: [successUrl, cancelUrl] };
    return createPaymentPage(
      session,
      renderForms(OUTCOMES, 'pay', subject, `Zaplatiť ${formatTotal(session)}`),
      options,
    );
  }
  const error = await runOutcome(outcome, subject, form);
  if (error) return createPaymentPage(session, createErrorForms(error), { status: error.status });
  await provider.webhooks.waitForDeliveries();
  return createRedirect(outcome === OUTCOMES.declined ? path : successUrl);
}
