/** Handles requests for the onboarding page, where connected accounts are verified. */
import { RESTRICTED, updateVerification, VERIFIED } from '../resources/accounts.ts';
import type { Account, AccountLink, StripeEmulator } from '../types.ts';
import { findOutcome, type PageOutcomes, type PageRequest, renderForms } from './page-forms.ts';
import { createOnboardingPage, createRedirect } from './views.ts';

interface OnboardingSubject {
  readonly provider: StripeEmulator;
  readonly account: Account;
}

const ONBOARDING_OUTCOMES: PageOutcomes<OnboardingSubject> = {
  verify: {
    button: 'Overiť účet',
    isPossible: () => true,
    run: ({ provider, account }) => updateVerification(provider, account, VERIFIED),
  },
  restrict: {
    button: 'Obmedziť účet',
    isPossible: () => true,
    run: ({ provider, account }) => updateVerification(provider, account, RESTRICTED),
  },
};

/**
 * Responds to a request for the onboarding page. A link is valid for one view of the page and one submission. Later
 * requests are redirected to the link's `refresh_url`.
 */
export async function handleOnboardingRequest(
  { provider, form }: PageRequest,
  account: Account,
  link: AccountLink,
) {
  const { state, refresh_url, return_url } = link.hidden;
  const isUsed = link.expires_at <= provider.now() || state === 'used' || (state === 'opened' && !form);
  if (isUsed) return createRedirect(refresh_url);
  const subject = { provider, account };
  const outcome = form && findOutcome(ONBOARDING_OUTCOMES, 'verify', subject, form);
  provider.store.update(link, { hidden: { ...link.hidden, state: outcome ? 'used' : 'opened' } });
  if (!outcome) {
    return createOnboardingPage(account, renderForms(ONBOARDING_OUTCOMES, 'verify', subject), {
      redirects: [return_url],
    });
  }
  await outcome.run(subject, form);
  return createRedirect(return_url);
}
