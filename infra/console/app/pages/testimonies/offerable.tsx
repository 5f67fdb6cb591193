/** Page that lists the testimonies without an accepted offer in the expert's regions. */
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { recordVisit } from '../../core/last-visit.ts';
import { useOnReturn } from '../../core/resource.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { listRegionTabs } from './list-tabs.ts';
import { type LoadListPage, TestimonyList, useFirstPage } from './testimony-list.tsx';

const loadPage: LoadListPage = query => api.listOfferable({ query });

export function OfferablePage({ user }: { user: User }) {
  const [since] = useState(() => recordVisit(user.id));
  const firstPage = useFirstPage('offerable', loadPage);
  useOnReturn(() => void firstPage.reload());
  const isNotified = user.role === 'expert' && user.notifyNewTestimonies;
  return (
    <Page title={t('offerable')} lead={t('offerableLead')}>
      <AccountStatusNotice user={user} />
      <TestimonyList
        {...{ firstPage, loadPage, user, since }}
        tabs={listRegionTabs(user.regions, since)}
        empty={
          <EmptyState
            title={t('noOfferable')}
            text={t(isNotified ? 'noOfferableText' : 'noOfferableSilentText')}
          >
            <ButtonLink href="/" text={t('myWork')} />
          </EmptyState>
        }
      />
    </Page>
  );
}
