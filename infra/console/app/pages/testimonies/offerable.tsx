/** Page that lists the testimonies without an accepted offer in the expert's regions. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { listRegionTabs } from './list-tabs.ts';
import { type LoadListPage, TestimonyList, useTestimonyList } from './testimony-list.tsx';

const loadPage: LoadListPage = query => api.listOfferable({ query });

export function OfferablePage({ user }: { user: User }) {
  const listProps = useTestimonyList('offerable', user, loadPage);
  const isNotified = user.role === 'expert' && user.notifyNewTestimonies;
  return (
    <Page title={t('offerable')} lead={t('offerableLead')}>
      <AccountStatusNotice user={user} />
      <TestimonyList
        {...listProps}
        tabs={listRegionTabs(user.regions, listProps.since)}
        empty={
          <EmptyState
            title={t('noOfferable')}
            text={t(isNotified ? 'noOfferableText' : 'noOfferableSilentText')}
          >
            <ButtonLink href="/" text={t('toMyWork')} />
          </EmptyState>
        }
      />
    </Page>
  );
}
