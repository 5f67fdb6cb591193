import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Page } from '../../ui/page.tsx';

/** E-mail address of the account that was just closed. It is lost when the page is loaded again. */
export const closedAccountEmail = signal<string | undefined>(undefined);

export function GoodbyePage() {
  const email = closedAccountEmail.value;
  useEffect(() => {
    if (!email) navigate('/', { replace: true });
  }, [email]);
  if (!email) return null;
  return (
    <Page title={t('goodbye')} lead={t('goodbyeLead', { email })} narrow>
      <ButtonLink href="/" kind="primary" text={t('toStart')} />
    </Page>
  );
}
