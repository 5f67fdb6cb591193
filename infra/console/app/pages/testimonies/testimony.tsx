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
import { AccountStatus } from '../account/status.tsx';
import type { TestimonyActions } from './acts.ts';
import { CancelTestimony } from './cancel.tsx';
import { DeliverForm } from './deliver.tsx';
import { Contact, Estate, Money } from './details.tsx';
import { OfferForm } from './offer-form.tsx';
import { Offers } from './offers.tsx';
import { StateBadge, Steps } from './state.tsx';

export function TestimonyPage({ id, user }: { id: string; user: User }) {
  const { t } = useTexts();
  const testimony = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  useReturn(() => void testimony.reload());
  if (!testimony.data) {
    return (
      <Page title={t('orderTitle')}>
        <Pending error={testimony.error} retry={testimony.reload} />
      </Page>
    );
  }
  return <Order testimony={testimony.data} user={user} reload={testimony.reload} />;
}

interface OrderProps {
  readonly testimony: Testimony;
  readonly user: User;
  reload(): Promise<void>;
}

function Order({ testimony, user, reload }: OrderProps) {
  const { t } = useTexts();
  const name = useName();
  const [paid] = useState(() => place.get().query.has('paid'));
  const [problem, setProblem] = useState<unknown>();
  function refused(reason: unknown): void {
    if (!isProblem(reason) || reason.status !== 409) return;
    setProblem(reason);
    void reload();
  }
  const acts = { testimony, reload, refused };
  const may = (action: Testimony['allowedActions'][number]) => testimony.allowedActions.includes(action);
  const title = `${name('estate', testimony.realEstate.type)}, ${testimony.realEstate.address.city}`;
  return (
    <Page
      title={title}
      lead={name('purpose', testimony.purpose)}
      actions={<StateBadge testimony={testimony} />}
    >
      {paid && (
        <Notice tone="success">
          <p>{t('offerAccepted')}</p>
        </Notice>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <AccountStatus user={user} />
      <Steps testimony={testimony} />
      <div class="split">
        <div>
          <Now testimony={testimony} user={user} />
          {may('download') && <Download {...acts} />}
          {may('complete') && <DeliverForm {...acts} />}
          {may('offer') && <OfferForm {...acts} />}
          <Offers {...acts} user={user} />
        </div>
        <aside>
          <Money testimony={testimony} />
          <Contact testimony={testimony} user={user} />
          <Estate testimony={testimony} />
          {may('cancel') && <CancelTestimony {...acts} />}
        </aside>
      </div>
    </Page>
  );
}

/** What is going on, in a sentence. */
function Now({ testimony, user }: Omit<OrderProps, 'reload'>) {
  const { t, date } = useTexts();
  const { state, dueAt, cancellationReason } = testimony;
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

function Download({ testimony, refused }: TestimonyActions) {
  const { t, date } = useTexts();
  async function download(): Promise<void> {
    const { url } = await api.downloadTestimony({ path: { id: testimony.id } });
    location.assign(url);
  }
  return (
    <Card title={t('document')}>
      <p>{t('documentReady', { date: date(testimony.completedAt ?? testimony.createdAt) })}</p>
      <Act act={download} failed={refused} kind="primary">
        {t('download')}
      </Act>
    </Card>
  );
}
