/**
 * Pages to which the payment provider redirects experts: one page after the onboarding, and another page after an
 * expired onboarding link (infra/docs/api/payments.md).
 */
import { useEffect } from 'preact/hooks';
import { t } from '../../core/language.ts';
import { useRefreshWhile } from '../../core/polling.ts';
import { currentUser, refreshUser } from '../../core/session.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Page } from '../../ui/page.tsx';
import { PaymentAccountButton } from '../account/payment-account.tsx';

export function OnboardingCompletedPage() {
  const user = currentUser.value;
  useEffect(() => void refreshUser(), []);
  useRefreshWhile(user?.role === 'expert' && user.paymentAccount !== 'verified', refreshUser);
  return (
    <Page title={t('paymentAccount')} lead={t('paymentAccountDone')} narrow>
      <ButtonLink href="/account/verification" kind="primary" text={t('toVerification')} />
    </Page>
  );
}

export const OnboardingLinkExpiredPage = () => (
  <Page title={t('linkOver')} lead={t('paymentAccountAgain')} narrow>
    <PaymentAccountButton kind="primary" />
  </Page>
);
