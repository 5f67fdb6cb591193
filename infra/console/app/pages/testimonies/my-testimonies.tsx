/** Page that lists a client's own testimonies, or the testimonies that are assigned to an expert. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { Page } from '../../ui/page.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { TestimonyList } from './testimony-list.tsx';

export function TestimoniesPage({ user }: { user: User }) {
  const { t } = useTexts();
  const isClient = user.role === 'client';
  const action = isClient ? (
    <a class="button primary" href="/testimonies/new">
      {t('newTestimony')}
    </a>
  ) : (
    <a class="button primary" href="/offerable">
      {t('offerable')}
    </a>
  );
  return (
    <Page title={t(isClient ? 'testimonies' : 'myWork')} actions={action}>
      <AccountStatusNotice user={user} />
      <TestimonyList
        name="mine"
        loadPage={query => api.listTestimonies({ query })}
        emptyText={t(isClient ? 'noTestimonies' : 'noWork')}
        emptyAction={action}
      />
    </Page>
  );
}
