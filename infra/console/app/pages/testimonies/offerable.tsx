/** Page that lists the testimonies without an accepted offer in the expert's regions. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { Page } from '../../ui/page.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { TestimonyList } from './testimony-list.tsx';

export function OfferablePage({ user }: { user: User }) {
  const { t } = useTexts();
  return (
    <Page title={t('offerable')} lead={t('offerableLead')}>
      <AccountStatusNotice user={user} />
      <TestimonyList
        name="offerable"
        loadPage={query => api.listOfferable({ query })}
        emptyText={t('noOfferable')}
      />
    </Page>
  );
}
