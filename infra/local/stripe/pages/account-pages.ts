/**
 * Handles requests for the pages of connected accounts: onboarding, and the page where an owner manages the account.
 */
import { findPageAsset } from '../../page-assets.ts';
import { RESTRICTED_ACCOUNT, updateVerification, VERIFIED_ACCOUNT } from '../resources/accounts.ts';
import type { Account, AccountLink, LoginLink, StripeEmulator } from '../types.ts';
import { findOutcome, type PageOutcomes, type PageRequest, renderForms } from './page-forms.ts';
import { createAccountPage, createNotFoundPage, createOnboardingPage, createRedirect } from './views.ts';

interface OnboardingSubject {
  readonly provider: StripeEmulator;
  readonly account: Account;
}

const ONBOARDING_OUTCOMES: PageOutcomes<OnboardingSubject> = {
  verify: {
    button: 'Overiť účet',
    isPossible: () => true,
    run: ({ provider, account }) => updateVerification(provider, account, VERIFIED_ACCOUNT),
  },
  restrict: {
    button: 'Obmedziť účet',
    hint: 'Platobná brána si vyžiada ďalšie údaje.',
    isPossible: () => true,
    run: ({ provider, account }) => updateVerification(provider, account, RESTRICTED_ACCOUNT),
  },
};

/** Responds to a request for a page of a connected account, or for a file that the hosted pages load. */
export function handleAccountRequest(pageRequest: PageRequest) {
  const { store } = pageRequest.provider;
  const [, page, id, linkId] = pageRequest.path.split('/');
  const account = store.find('account', id);
  const link = page === 'onboarding' && store.find('account_link', linkId);
  if (account && link && link.hidden.account === account.id)
    return handleOnboardingRequest(pageRequest, account, link);
  const loginLink = page === 'express' && store.find('login_link', linkId);
  if (account && loginLink && loginLink.hidden.account === account.id)
    return handleLoginRequest(pageRequest, account, loginLink);
  return findPageAsset(pageRequest.path) ?? createNotFoundPage();
}

/**
 * Responds to a request for the onboarding page. Submitting its main form verifies the account. A link is valid for one
 * view of the page and one submission. Later requests are redirected to the link's `refresh_url`.
 */
async function handleOnboardingRequest({ provider, form }: PageRequest, account: Account, link: AccountLink) {
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
  await provider.webhooks.waitForDeliveries();
  return createRedirect(return_url);
}

/** Responds to the first request for the page of a login link. */
function handleLoginRequest({ provider }: PageRequest, account: Account, link: LoginLink) {
  if (link.hidden.isUsed) return createNotFoundPage();
  provider.store.update(link, { hidden: { ...link.hidden, isUsed: true } });
  return createAccountPage(account);
}
