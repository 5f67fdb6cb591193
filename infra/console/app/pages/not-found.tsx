import { t } from '../core/language.ts';
import { ButtonLink } from '../ui/buttons.tsx';
import { Page } from '../ui/page.tsx';

export const NotFoundPage = () => (
  <Page title={t('notFound')} lead={t('notFoundLead')} narrow>
    <ButtonLink href="/" kind="primary" text={t('toStart')} />
  </Page>
);
