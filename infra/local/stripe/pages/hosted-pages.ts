/**
 * Handles requests for Stripe's hosted pages. The main form of the onboarding page verifies the account. The main form
 * of the payment page pays the checkout session.
 */

import { handleOnboardingRequest } from './onboarding.ts';
import { findOutcome, type PageRequest, renderForms, runOutcome } from './page-forms.ts';
import { findPayment, PAYMENT_OUTCOMES, type SessionPayment } from './payment-outcomes.ts';
import { SESSION_OUTCOMES } from './session-outcomes.ts';
import { createErrorForms, createNotFoundPage, createPaymentPage, createRedirect } from './views.ts';

const CHECKOUT_OUTCOMES = { ...SESSION_OUTCOMES, ...PAYMENT_OUTCOMES };

/**
 * Responds with a hosted page. If a form was submitted, runs the outcome that the visitor chose and redirects to the
 * service.
 */
export async function handlePageRequest(pageRequest: PageRequest) {
  const { store } = pageRequest.provider;
  const [, page, id, linkId] = pageRequest.path.split('/');
  const account = page === 'onboarding' && store.find('account', id);
  const link = store.find('account_link', linkId);
  if (account && link?.hidden.account === account.id)
    return handleOnboardingRequest(pageRequest, account, link);
  const session = page === 'pay' && store.find('checkout.session', id);
  return session
    ? handlePaymentRequest(pageRequest, findPayment(pageRequest.provider, session))
    : createNotFoundPage();
}

async function handlePaymentRequest({ provider, form }: PageRequest, payment: SessionPayment) {
  const { session } = payment;
  const outcome = form && findOutcome(CHECKOUT_OUTCOMES, 'pay', payment, form);
  const successUrl = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const cancelUrl = session.cancel_url ?? successUrl;
  if (!outcome) {
    const options = { status: form ? 409 : 200, redirects: [successUrl, cancelUrl] };
    return createPaymentPage(session, renderForms(CHECKOUT_OUTCOMES, 'pay', payment), options);
  }
  const error = await runOutcome(outcome, payment, form);
  if (error) return createPaymentPage(session, createErrorForms(error), { status: error.status });
  await provider.webhooks.waitForDeliveries();
  return createRedirect(outcome === CHECKOUT_OUTCOMES.declined ? cancelUrl : successUrl);
}
