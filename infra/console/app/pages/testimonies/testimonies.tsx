/** A client's orders; an expert's work. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Page } from '../../ui/page.tsx';
import { AccountStatus } from '../account/status.tsx';
import { TestimonyList } from './testimony-list.tsx';

export function TestimoniesPage({ user }: { user: User }) {
  const { t } = useTexts();
  const isClient = user.role === 'client';
  const action = isClient ? (
    <a class="button primary" href="/orders/new">
      {t('newOrder')}
    </a>
  ) : (
    <a class="button primary" href="/offerable">
      {t('offerable')}
    </a>
  );
  return (
    <Page title={t(isClient ? 'testimonies' : 'myWork')} actions={action}>
      <AccountStatus user={user} />
      <TestimonyList
        name="mine"
        read={query => api.listTestimonies({ query })}
        empty={t(isClient ? 'noOrders' : 'noWork')}
        call={action}
      />
    </Page>
  );
}
