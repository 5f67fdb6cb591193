/** Wrapper for pages for guests. Signed-in users see a notice instead, because they already have an account. */
import type { ComponentChildren } from 'preact';
import { useTexts } from '../../core/language.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { Page } from '../../ui/page.tsx';

export function GuestOnly({ children }: { children: ComponentChildren }) {
  const { t } = useTexts();
  const currentSession = useStore(session);
  if (currentSession.state !== 'signed-in') return <>{children}</>;
  return (
    <Page
      title={t('signedInAlready')}
      lead={t('signedInAlreadyLead', { email: currentSession.user.email })}
      narrow
    >
      <p>
        <a class="button" href="/">
          {t('toStart')}
        </a>
      </p>
    </Page>
  );
}
