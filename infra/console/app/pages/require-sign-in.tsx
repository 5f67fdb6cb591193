/**
 * Wrapper for pages that require a signed-in user. Guests see the sign-in form, and the page's content after signing
 * in.
 */
import type { ComponentChildren } from 'preact';
import type { User } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { refreshUser, session } from '../core/session.ts';
import { FailedPage, LoadingIndicator, Notice, Page } from '../ui/page.tsx';
import { SignInCard } from './guest/sign-in.tsx';

export function RequireSignIn({ children }: { children(user: User): ComponentChildren }) {
  const currentSession = session.value;
  if (currentSession.state === 'signed-in') return <>{children(currentSession.user)}</>;
  if (currentSession.state === 'loading') return <LoadingIndicator />;
  if (currentSession.state === 'failed')
    return <FailedPage problem={currentSession.error} retry={refreshUser} />;
  return (
    <Page title={t('signIn')} narrow>
      <Notice tone="info" text={t(currentSession.ended ? 'sessionEnded' : 'signInFirst')} />
      <SignInCard />
    </Page>
  );
}
