/** Page that confirms that an account was closed. */
import { useEffect } from 'preact/hooks';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { createStore, useStore } from '../../core/store.ts';
import { Card, Page } from '../../ui/page.tsx';

/** E-mail address of the account that was closed on this page, until the page is loaded again. */
export const closedAccount = createStore<string | undefined>(undefined);

export function GoodbyePage() {
  const { t } = useTexts();
  const email = useStore(closedAccount);
  useEffect(() => {
    if (!email) navigate('/', { replace: true });
  }, [email]);
  if (!email) return null;
  return (
    <Page title={t('goodbye')} lead={t('goodbyeLead')} narrow>
      <Card>
        <p>{t('goodbyeMail', { email })}</p>
        <p>{t('goodbyeData')}</p>
        <p>
          <a class="button" href="/">
            {t('toStart')}
          </a>
        </p>
      </Card>
    </Page>
  );
}
