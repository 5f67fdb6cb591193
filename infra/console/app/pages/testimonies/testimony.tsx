/**
 * Page of a testimony: the next step first, then the property and the notes, with the payment, the other party and the
 * timeline beside them.
 */
import { useEffect, useState } from 'preact/hooks';
import { isProblem, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { recordOpening } from '../../core/last-visit.ts';
import { useRefreshWhile } from '../../core/polling.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { LoadingIndicator, Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { findUnfinishedPayment, openPaymentPage } from './begun-payment.ts';
import { CancelTestimonyButton } from './confirm-dialog.tsx';
import { ComplaintNotice } from './delivery-review.tsx';
import { findNextStep } from './next-step.ts';
import { NextStepCard } from './next-step-card.tsx';
import { ContactCard, PaymentCard } from './payment-card.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { RealEstateCard } from './testimony-cards.tsx';
import { getTestimonyNumber, waitsForJob } from './testimony-facts.ts';
import { getTestimonyTitle } from './testimony-row.tsx';
import { TimelineCard } from './timeline-card.tsx';

export function TestimonyPage({ id, user }: { id: string; user: User }) {
  const testimony = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  useOnReturn(() => void testimony.reload());
  const { data, error, reload } = testimony;
  useRefreshWhile(data !== undefined && waitsForJob(data), reload);
  if (data) return <TestimonyDetails testimony={data} user={user} reload={reload} />;
  if (error !== undefined) return <ErrorPage problem={error} retry={reload} />;
  return (
    <Page title={t('testimonyTitle')} lead={'\u00a0'}>
      <LoadingIndicator shape="cards" />
    </Page>
  );
}

function TestimonyDetails({ testimony, user, reload }: Omit<TestimonyActionProps, 'onConflict'>) {
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => recordOpening(user.id, testimony.id), [testimony]);
  async function onConflict(reason: unknown): Promise<void> {
    if (!isProblem(reason) || reason.status !== 409) return;
    setProblem(reason);
    await reload();
  }
  const actionProps = { testimony, user, reload, onConflict };
  const step = findNextStep(testimony, user, new Date());
  const payment = findUnfinishedPayment(testimony);
  const canCancel = testimony.allowedActions.includes('cancel') && step.action !== 'cancel';
  return (
    <Page
      title={getTestimonyTitle(testimony)}
      lead={
        <>
          {testimony.purpose && `${getCodeLabel('purpose', testimony.purpose)} · `}
          {t('numberShort', { number: getTestimonyNumber(testimony.id) })}
        </>
      }
    >
      {payment && (
        <Notice tone="warning" text={t('paymentUnfinished')}>
          <ActionButton action={() => openPaymentPage(payment)} onError={onConflict} text={t('payAgain')} />
        </Notice>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <AccountStatusNotice user={user} />
      <div class="split step-first">
        <div>
          <NextStepCard {...actionProps} step={step} />
          <ComplaintNotice testimony={testimony} user={user} />
          <RealEstateCard testimony={testimony} user={user} />
        </div>
        <aside>
          <div class="party">
            <ContactCard testimony={testimony} user={user} />
            <PaymentCard testimony={testimony} />
          </div>
          <TimelineCard testimony={testimony} user={user} />
          {canCancel && <CancelTestimonyButton {...actionProps} kind="quiet danger" />}
        </aside>
      </div>
    </Page>
  );
}
