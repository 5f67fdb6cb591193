/** Page for unknown paths. */
import { useTexts } from '../core/language.ts';
import { Page } from '../ui/page.tsx';

export function NotFoundPage() {
  const { t } = useTexts();
  return (
    <Page title={t('notFound')} lead={t('notFoundLead')} narrow>
      <p>
        <a class="button primary" href="/">
          {t('toStart')}
        </a>
      </p>
    </Page>
  );
}
