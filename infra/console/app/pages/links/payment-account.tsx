/**
 * Pages to which the payment provider redirects experts: one page after the onboarding, and another page after an
 * expired onboarding link (infra/docs/api/payments.md).
 */
import { useEffect } from 'preact/hooks';
import { useTexts } from '../../core/language.ts';
import { refreshUser } from '../../core/session.ts';
import { Card, Page } from '../../ui/page.tsx';
import { OpenPaymentAccountForm } from '../account/open-payment-account-form.tsx';

export function OnboardingCompletedPage() {
  const { t } = useTexts();
  useEffect(() => void refreshUser(), []);
  return (
    <Page title={t('paymentAccount')} lead={t('paymentAccountDone')} narrow>
      <p>
        <a class="button" href="/account/verification">
          {t('toVerification')}
        </a>
      </p>
    </Page>
  );
}

export function OnboardingLinkExpiredPage() {
  const { t } = useTexts();
  return (
    <Page title={t('linkOver')} lead={t('paymentAccountAgain')} narrow>
      <Card>
        <OpenPaymentAccountForm />
      </Card>
    </Page>
  );
}
