/** Orders of the expert's regions that nobody was chosen for. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Page } from '../../ui/page.tsx';
import { AccountStatus } from '../account/status.tsx';
import { TestimonyList } from './testimony-list.tsx';

export function OfferablePage({ user }: { user: User }) {
  const { t } = useTexts();
  return (
    <Page title={t('offerable')} lead={t('offerableLead')}>
      <AccountStatus user={user} />
      <TestimonyList name="offerable" read={query => api.listOfferable({ query })} empty={t('noOfferable')} />
    </Page>
  );
}
