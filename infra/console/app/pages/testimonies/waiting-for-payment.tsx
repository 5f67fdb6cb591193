/** Page that explains a payment by a method that takes days, while the bank is still processing it. */
import { useTexts } from '../../core/language.ts';
import { Card, Page } from '../../ui/page.tsx';

/** @param testimonyId testimony that is paid for, or null if this browser tab does not know it */
export function WaitingForPayment({ testimonyId }: { testimonyId: string | null }) {
  const { t } = useTexts();
  return (
    <Page title={t('paymentProcessing')} lead={t('paymentProcessingLead')} narrow>
      <Card>
        <ol class="steps">
          {(['waiting1', 'waiting2', 'waiting3'] as const).map(step => (
            <li key={step}>
              <strong>{t(step)}</strong>
              <span>{t(`${step}Text`)}</span>
            </li>
          ))}
        </ol>
        <p class="pulse small" role="status">
          {t('waitingForBank')}
        </p>
      </Card>
      <p>
        <a class="button primary" href={testimonyId ? `/testimonies/${testimonyId}` : '/'}>
          {t(testimonyId ? 'toTestimony' : 'toTestimonies')}
        </a>
      </p>
    </Page>
  );
}
