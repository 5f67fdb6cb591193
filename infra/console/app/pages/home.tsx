/** Start page: what the service is and the sign-in for guests, and the list of testimonies for signed-in users. */
import { useTexts } from '../core/language.ts';
import { refreshUser, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { Card, FailedPage, LoadingIndicator, Notice, Page } from '../ui/page.tsx';
import { SignInCard } from './guest/sign-in.tsx';
import { TestimoniesPage } from './testimonies/my-testimonies.tsx';

export function HomePage() {
  const currentSession = useStore(session);
  if (currentSession.state === 'signed-in') return <TestimoniesPage user={currentSession.user} />;
  if (currentSession.state === 'loading') return <LoadingIndicator />;
  if (currentSession.state === 'failed')
    return <FailedPage problem={currentSession.error} retry={refreshUser} />;
  return <Welcome ended={currentSession.ended ?? false} />;
}

function Welcome({ ended }: { ended: boolean }) {
  const { t } = useTexts();
  return (
    <div class="page">
      <div class="welcome">
        <Page title={t('welcomeTitle')} lead={t('welcomeLead')}>
          <p class="actions">
            <a class="button primary" href="/register/client">
              {t('registerClient')}
            </a>
            <a class="button" href="/register/expert">
              {t('registerExpert')}
            </a>
          </p>
          <ol class="steps">
            {(['welcome1', 'welcome2', 'welcome3'] as const).map(step => (
              <li key={step}>
                <strong>{t(step)}</strong>
                <span>{t(`${step}Text`)}</span>
              </li>
            ))}
          </ol>
        </Page>
        <div class="page">
          {ended && (
            <Notice tone="info">
              <p>{t('sessionEnded')}</p>
            </Notice>
          )}
          <SignInCard />
        </div>
      </div>
      <div class="audiences">
        {(['client', 'expert'] as const).map(role => (
          <Card key={role} title={t(`for.${role}`)}>
            <ul class="ticks">
              {([1, 2, 3] as const).map(n => (
                <li key={n}>
                  <CheckIcon />
                  <span>{t(`for.${role}.${n}`)}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </div>
  );
}
