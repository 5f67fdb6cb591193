/** Page of a testimony, with the actions that the user may perform now (`allowedActions`). */
import { useState } from 'preact/hooks';
import { isProblem, type Testimony, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';
import { currentLocation } from '../../core/router.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card, LoadingOrProblem, Notice, Page, Quotation } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { CancelTestimonyButton } from './cancel-testimony.tsx';
import { DeliverForm } from './deliver-form.tsx';
import { ComplaintNotice, DeliveryReviewCard } from './delivery-review.tsx';
import { OfferForm } from './offer-form.tsx';
import { OfferList } from './offer-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import { findPaymentNotice, PaymentNotice } from './payment-notice.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { ContactCard, RealEstateCard } from './testimony-cards.tsx';
import { ProgressSteps, StateBadge } from './testimony-state.tsx';

export function TestimonyPage({ id, user }: { id: string; user: User }) {
  const { t } = useTexts();
  const testimony = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  useOnReturn(() => void testimony.reload());
  if (!testimony.data) {
    return (
      <Page title={t('testimonyTitle')}>
        <LoadingOrProblem error={testimony.error} retry={testimony.reload} />
      </Page>
    );
  }
  return <TestimonyDetails testimony={testimony.data} user={user} reload={testimony.reload} />;
}

interface TestimonyDetailsProps {
  readonly testimony: Testimony;
  readonly user: User;
  reload(): Promise<void>;
}

function TestimonyDetails({ testimony, user, reload }: TestimonyDetailsProps) {
  const { t } = useTexts();
  const getLabel = useCodeLabel();
  const [isJustPaid] = useState(() => currentLocation.get().query.has('paid'));
  const [problem, setProblem] = useState<unknown>();
  function onConflict(reason: unknown): void {
    if (!isProblem(reason) || reason.status !== 409) return;
    setProblem(reason);
    void reload();
  }
  const actionProps = { testimony, reload, onConflict };
  const isAllowed = (action: Testimony['allowedActions'][number]) =>
    testimony.allowedActions.includes(action);
  const title = `${getLabel('estate', testimony.realEstate.type)}, ${testimony.realEstate.address.city}`;
  return (
    <Page
      title={title}
      lead={testimony.purpose && getLabel('purpose', testimony.purpose)}
      actions={<StateBadge testimony={testimony} />}
    >
      {isJustPaid && (
        <Notice tone="success">
          <p>{t('offerAccepted')}</p>
        </Notice>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <AccountStatusNotice user={user} />
      <ProgressSteps testimony={testimony} />
      <div class="split">
        <div>
          <StateNotice testimony={testimony} user={user} />
          <PaymentNotice testimony={testimony} user={user} />
          {isAllowed('download') && <DownloadCard {...actionProps} user={user} />}
          <ComplaintNotice testimony={testimony} user={user} />
          {isAllowed('confirm') && <DeliveryReviewCard {...actionProps} />}
          {isAllowed('complete') && <DeliverForm {...actionProps} />}
          {isAllowed('offer') && <OfferForm {...actionProps} />}
          <OfferList {...actionProps} user={user} />
        </div>
        <aside>
          <PaymentCard testimony={testimony} />
          <ContactCard testimony={testimony} user={user} />
          <RealEstateCard testimony={testimony} />
          {isAllowed('cancel') && <CancelTestimonyButton {...actionProps} />}
        </aside>
      </div>
    </Page>
  );
}

/** Describes the current state in one sentence. */
function StateNotice({ testimony, user }: Omit<TestimonyDetailsProps, 'reload'>) {
  const { t, date } = useTexts();
  const { state, dueAt, cancellationReason } = testimony;
  if (state === 'cancelled') {
    return (
      <Notice tone="danger">
        <p>{t('testimonyCancelled')}</p>
        {cancellationReason && <CancellationReason testimony={testimony} reason={cancellationReason} />}
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
  // The due date stands still while the work waits for the payment.
  if (state !== 'accepted' || !dueAt || findPaymentNotice(testimony, user)) return null;
  if (new Date(dueAt) >= new Date()) {
    return (
      <Notice tone="info">
        <p>{t('dueBy', { date: date(dueAt) })}</p>
      </Notice>
    );
  }
  const canCancel = testimony.allowedActions.includes('cancel');
  return (
    <Notice tone="warning">
      <p>{t('lateSince', { date: date(dueAt) })}</p>
      <p>{t(user.role === 'expert' ? 'lateForExpert' : canCancel ? 'lateCancellable' : 'lateForClient')}</p>
    </Notice>
  );
}

/** Quotes the reason. A testimony that no expert has accepted can be cancelled only by its client. */
function CancellationReason({ testimony, reason }: { testimony: Testimony; reason: string }) {
  const { t } = useTexts();
  return <Quotation label={t(testimony.acceptedAt ? 'statedReason' : 'clientReason')}>{reason}</Quotation>;
}

function DownloadCard({ testimony, user, onConflict }: TestimonyActionProps & { user: User }) {
  const { t, date } = useTexts();
  const corrected = testimony.versions.slice(1).at(-1);
  async function download(): Promise<void> {
    const { url } = await api.downloadTestimony({ path: { id: testimony.id } });
    location.assign(url);
  }
  return (
    <Card title={t('document')}>
      <p>{t('documentReady', { date: date(testimony.completedAt ?? testimony.createdAt) })}</p>
      {corrected && <p>{t('documentCorrected', { date: date(corrected.deliveredAt) })}</p>}
      {testimony.confirmedAt && <p>{t(`confirmedOn.${user.role}`, { date: date(testimony.confirmedAt) })}</p>}
      <DocumentCheck testimony={testimony} user={user} />
      <ActionButton action={download} onError={onConflict} kind="primary">
        {t('download')}
      </ActionButton>
    </Card>
  );
}

/** Shows the result of the document's check: as a warning with its consequences if the document did not pass. */
function DocumentCheck({ testimony: { documentCheck }, user }: { testimony: Testimony; user: User }) {
  const { t } = useTexts();
  const getLabel = useCodeLabel();
  if (!documentCheck) return null;
  const label = getLabel('documentCheck', documentCheck);
  if (documentCheck === 'ok' || documentCheck === 'pending') return <p class="small">{label}</p>;
  return (
    <Notice tone="warning">
      <p>{label}</p>
      <p>{t(`documentFailed.${user.role}`)}</p>
    </Notice>
  );
}
