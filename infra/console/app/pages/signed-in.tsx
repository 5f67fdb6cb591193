/** A page for people who are signed in; others sign in right there, and find themselves where the link led. */
import type { ComponentChildren } from 'preact';
import type { User } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { refresh, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { Failed, Loading, Notice, Page } from '../ui/page.tsx';
import { SignInCard } from './guest/sign-in.tsx';

export function SignedIn({ children }: { children(user: User): ComponentChildren }) {
  const { t } = useTexts();
  const now = useStore(session);
  if (now.state === 'open') return <>{children(now.user)}</>;
  if (now.state === 'opening') return <Loading />;
  if (now.state === 'failed') return <Failed problem={now.error} retry={refresh} />;
  return (
    <Page title={t('signIn')} narrow>
      <Notice tone="info">
        <p>{t(now.ended ? 'sessionEnded' : 'signInFirst')}</p>
      </Notice>
      <SignInCard />
    </Page>
  );
}
