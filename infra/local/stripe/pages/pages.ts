/** The pages that Stripe would host. The first form of a page verifies the account or pays (infra/docs/api/payments.md). */
import { findOutcome, renderForms, runOutcome, type Visit } from './forms.ts';
import { answerOnboarding } from './onboarding.ts';
import { PAYMENT_OUTCOMES, type Payment, paymentOf } from './payment-outcomes.ts';
import { SESSION_OUTCOMES } from './session-outcomes.ts';
import { errorForms, notFoundPage, paymentPage, redirect } from './views.ts';

const OUTCOMES = { ...SESSION_OUTCOMES, ...PAYMENT_OUTCOMES };

export async function answerPage(visit: Visit) {
  const { store } = visit.provider;
  const [, page, id, linkId] = visit.path.split('/');
  const account = page === 'onboarding' && store.find('account', id);
  const link = store.find('account_link', linkId);
  if (account && link?.hidden.account === account.id) return answerOnboarding(visit, account, link);
  const session = page === 'pay' && store.find('checkout.session', id);
  return session ? answerPayment(visit, paymentOf(visit.provider, session)) : notFoundPage();
}

async function answerPayment({ provider, form }: Visit, payment: Payment) {
  const { session } = payment;
  const outcome = form && findOutcome(OUTCOMES, 'pay', payment, form);
  const success = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const cancel = session.cancel_url ?? success;
  if (!outcome) {
    const options = { status: form ? 409 : 200, redirects: [success, cancel] };
    return paymentPage(session, renderForms(OUTCOMES, 'pay', payment), options);
  }
  const error = await runOutcome(outcome, payment, form);
  if (error) return paymentPage(session, errorForms(error), { status: error.status });
  await provider.webhooks.settled();
  return redirect(outcome === OUTCOMES.declined ? cancel : success);
}
