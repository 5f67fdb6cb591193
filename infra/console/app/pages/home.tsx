/** Start page: a welcome with sign-in for guests, and the list of testimonies for signed-in users. */
import { useTexts } from '../core/language.ts';
import { refreshUser, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { APP_NAME, FailedPage, LoadingIndicator, Notice, Page } from '../ui/page.tsx';
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
    <div class="welcome">
      <div>
        <Page title={APP_NAME} lead={t('welcomeLead')}>
          <ol class="steps">
            {(['welcome1', 'welcome2', 'welcome3'] as const).map(step => (
              <li key={step}>
                <strong>{t(step)}</strong>
                <span>{t(`${step}Text`)}</span>
              </li>
            ))}
          </ol>
          <p class="actions">
            <a class="button primary" href="/register/client">
              {t('registerClient')}
            </a>
            <a class="button" href="/register/expert">
              {t('registerExpert')}
            </a>
          </p>
        </Page>
      </div>
      <div>
        {ended && (
          <Notice tone="info">
            <p>{t('sessionEnded')}</p>
          </Notice>
        )}
        <SignInCard />
      </div>
    </div>
  );
}
