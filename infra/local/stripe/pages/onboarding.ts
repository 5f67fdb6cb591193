/** The onboarding page, where a connected account is verified. */
import { RESTRICTED, updateVerification, VERIFIED } from '../resources/accounts.ts';
import type { Account, AccountLink, Provider } from '../types.ts';
import { findOutcome, type PageOutcomes, renderForms, type Visit } from './forms.ts';
import { onboardingPage, redirect } from './views.ts';

interface Subject {
  readonly provider: Provider;
  readonly account: Account;
}

const OUTCOMES: PageOutcomes<Subject> = {
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

/** A link is valid for one view of the page and one form; after that it redirects to its `refresh_url`. */
export async function answerOnboarding({ provider, form }: Visit, account: Account, link: AccountLink) {
  const { state, refresh_url, return_url } = link.hidden;
  const isUsed = link.expires_at <= provider.now() || state === 'used' || (state === 'opened' && !form);
  if (isUsed) return redirect(refresh_url);
  const subject = { provider, account };
  const outcome = form && findOutcome(OUTCOMES, 'verify', subject, form);
  provider.store.update(link, { hidden: { ...link.hidden, state: outcome ? 'used' : 'opened' } });
  if (!outcome) {
    return onboardingPage(account, renderForms(OUTCOMES, 'verify', subject), { redirects: [return_url] });
  }
  await outcome.run(subject, form);
  return redirect(return_url);
}
