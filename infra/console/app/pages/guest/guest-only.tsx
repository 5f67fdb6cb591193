/** Wrapper for pages for guests. Signed-in users see a notice instead, because they already have an account. */
import type { ComponentChildren } from 'preact';
import { t } from '../../core/language.ts';
import { currentUser } from '../../core/session.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Page } from '../../ui/page.tsx';

export function GuestOnly({ children }: { children: ComponentChildren }) {
  const user = currentUser.value;
  if (!user) return <>{children}</>;
  return (
    <Page title={t('signedInAlready')} lead={t('signedInAlreadyLead', { email: user.email })} narrow>
      <ButtonLink href="/" text={t('toStart')} />
    </Page>
  );
}
