/** Wrapper for pages that require a signed-in user. Guests see the sign-in form first. */
import type { ComponentChildren } from 'preact';
import type { User } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { refreshUser, session } from '../core/session.ts';
import { ErrorPage } from '../ui/error-page.tsx';
import { LoadingIndicator, Notice, Page } from '../ui/page.tsx';
import { SignInCard } from './guest/sign-in.tsx';

interface RequireSignInProps {
  readonly guestPage?: ComponentChildren;
  children(user: User): ComponentChildren;
}

export function RequireSignIn({ guestPage, children }: RequireSignInProps) {
  const current = session.value;
  if (current.state === 'signed-in') return <>{children(current.user)}</>;
  if (current.state === 'loading') return <LoadingIndicator />;
  if (current.state === 'failed') return <ErrorPage problem={current.error} retry={refreshUser} />;
  if (guestPage) return <>{guestPage}</>;
  return (
    <Page title={t('signIn')} narrow>
      <Notice tone="info" text={t(current.ended ? 'sessionEnded' : 'signInFirst')} />
      <SignInCard />
    </Page>
  );
}
