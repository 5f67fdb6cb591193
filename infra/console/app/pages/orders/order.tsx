/** One order: what it is about, what may be done now (`allowedActions`), and by whom. */
import { useState } from 'preact/hooks';
import { isProblem, type Testimony, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useResource, useReturn } from '../../core/resource.ts';
import { place } from '../../core/router.ts';
import { Act } from '../../ui/act.tsx';
import { useName } from '../../ui/choices.ts';
import { Card, Notice, Page, Pending } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Situation } from '../account/situation.tsx';
import type { OrderActs } from './acts.ts';
import { CancelOrder } from './cancel.tsx';
import { Deliver } from './deliver.tsx';
import { Contact, Estate, Money } from './details.tsx';
import { OfferForm } from './offer-form.tsx';
import { Offers } from './offers.tsx';
import { StateBadge, Steps } from './state.tsx';

export function OrderPage({ id, user }: { id: string; user: User }) {
  const { t } = useTexts();
  const order = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  useReturn(() => void order.reload());
  if (!order.data) {
    return (
      <Page title={t('orderTitle')}>
        <Pending error={order.error} retry={order.reload} />
      </Page>
    );
  }
  return <Order order={order.data} user={user} reload={order.reload} />;
}

interface OrderProps {
  readonly order: Testimony;
  readonly user: User;
  reload(): Promise<void>;
}

function Order({ order, user, reload }: OrderProps) {
  const { t } = useTexts();
  const name = useName();
  const [paid] = useState(() => place.get().query.has('paid'));
  const [problem, setProblem] = useState<unknown>();
  function refused(reason: unknown): void {
    if (!isProblem(reason) || reason.status !== 409) return;
    setProblem(reason);
    void reload();
  }
  const acts = { order, reload, refused };
  const may = (action: Testimony['allowedActions'][number]) => order.allowedActions.includes(action);
  const title = `${name('estate', order.realEstate.type)}, ${order.realEstate.address.city}`;
  return (
    <Page title={title} lead={name('purpose', order.purpose)} actions={<StateBadge order={order} />}>
      {paid && (
        <Notice tone="success">
          <p>{t('offerAccepted')}</p>
        </Notice>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <Situation user={user} />
      <Steps order={order} />
      <div class="split">
        <div>
          <Now order={order} user={user} />
          {may('download') && <Download {...acts} />}
          {may('complete') && <Deliver {...acts} />}
          {may('offer') && <OfferForm {...acts} />}
          <Offers {...acts} user={user} />
        </div>
        <aside>
          <Money order={order} />
          <Contact order={order} user={user} />
          <Estate order={order} />
          {may('cancel') && <CancelOrder {...acts} />}
        </aside>
      </div>
    </Page>
  );
}

/** What is going on, in a sentence. */
function Now({ order, user }: Omit<OrderProps, 'reload'>) {
  const { t, date } = useTexts();
  const { state, dueAt, cancellationReason } = order;
  if (state === 'cancelled') {
    return (
      <Notice tone="danger">
        <p>{t('orderCancelled')}</p>
        {cancellationReason && <p>{t('because', { reason: cancellationReason })}</p>}
      </Notice>
    );
  }
  if (user.role === 'client' && state === 'pending') {
    return (
      <Notice tone="info">
        <p>{t('waitingForOffers')}</p>
      </Notice>
    );
  }
  if (state !== 'accepted' || !dueAt) return null;
  const late = new Date(dueAt) < new Date();
  return (
    <Notice tone={late ? 'warning' : 'info'}>
      <p>{t(late ? 'lateSince' : 'dueBy', { date: date(dueAt) })}</p>
    </Notice>
  );
}

function Download({ order, refused }: OrderActs) {
  const { t, date } = useTexts();
  async function download(): Promise<void> {
    const { url } = await api.downloadTestimony({ path: { id: order.id } });
    location.assign(url);
  }
  return (
    <Card title={t('document')}>
      <p>{t('documentReady', { date: date(order.completedAt ?? order.createdAt) })}</p>
      <Act act={download} failed={refused} kind="primary">
        {t('download')}
      </Act>
    </Card>
  );
}
