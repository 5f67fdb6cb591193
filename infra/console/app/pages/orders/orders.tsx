/** A client's orders; an expert's work. */
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Page } from '../../ui/page.tsx';
import { Situation } from '../account/situation.tsx';
import { OrderList } from './order-list.tsx';

export function OrdersPage({ user }: { user: User }) {
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
    <Page title={t(isClient ? 'orders' : 'myWork')} actions={action}>
      <Situation user={user} />
      <OrderList
        name="mine"
        read={query => api.listTestimonies({ query })}
        empty={t(isClient ? 'noOrders' : 'noWork')}
        call={action}
      />
    </Page>
  );
}
