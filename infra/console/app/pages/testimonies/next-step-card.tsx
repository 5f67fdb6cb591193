/** Card with the next step of a testimony: its title, its deadline, and the button or the form for it. */
import type { Testimony } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, formatTime, t } from '../../core/language.ts';
import { tPayout } from '../../core/payout-texts.ts';
import { openWhenScanned } from '../../core/polling.ts';
import type { TextKey } from '../../texts/all-texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Quotation } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { CancelTestimonyButton } from './confirm-dialog.tsx';
import { ReviewButtons } from './delivery-review.tsx';
import { recordDownload } from './downloads.ts';
import { DeliverForm, OfferForm } from './expert-forms.tsx';
import type { NextStep, StepAction } from './next-step.ts';
import { OfferList } from './offer-list.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { countOpenOffers, isOpen } from './testimony-facts.ts';

type NextStepCardProps = TestimonyActionProps & { readonly step: NextStep };

export function NextStepCard({ step, ...actionProps }: NextStepCardProps) {
  const { testimony } = actionProps;
  return (
    <section class={`card next-step ${step.tone}`} aria-label={t('nextStep')}>
      {step.isYours && <p class="eyebrow">{t('yourTurn')}</p>}
      <h2>{t(step.title)}</h2>
      <DocumentCheck testimony={testimony} />
      <StepText step={step} testimony={testimony} />
      <Deadline step={step} />
      <CancellationReason testimony={testimony} />
      <StepControls {...actionProps} action={step.action} />
      {testimony.state === 'completed' &&
        testimony.allowedActions.includes('complete') &&
        step.action !== 'correct' && (
          <details class="details">
            <summary>{t('correctAgain')}</summary>
            <DeliverForm {...actionProps} />
          </details>
        )}
    </section>
  );
}

function StepText({ step, testimony }: { step: NextStep; testimony: Testimony }) {
  if (!step.text) return null;
  if (step.text === 'deliverLead') return <p>{tPayout(step.text)}</p>;
  const until = step.until?.at ?? testimony.payout?.until ?? testimony.createdAt;
  const n = countOpenOffers(testimony);
  return <p>{t(step.text, { n, date: formatDate(until), time: formatTime(until) })}</p>;
}

/**
 * Shows the reason as a quotation. Before an offer is accepted, only the client can cancel, so the quotation names the
 * client.
 */
function CancellationReason({ testimony: { cancellationReason, acceptedAt } }: { testimony: Testimony }) {
  if (!cancellationReason) return null;
  return <Quotation label={t(acceptedAt ? 'statedReason' : 'clientReason')}>{cancellationReason}</Quotation>;
}

export function Deadline({ step: { until } }: { step: NextStep }) {
  if (!until) return null;
  return (
    <p class="deadline">
      <Icon name="clock" />
      {t(until.text, { date: formatDate(until.at), time: formatTime(until.at) })}
    </p>
  );
}

/** Shows to both parties that the check of the document is still running or has failed. */
function DocumentCheck({ testimony: { documentCheck, allowedActions } }: { testimony: Testimony }) {
  if (!documentCheck || !allowedActions.includes('download')) return null;
  // For an infected document, the text of the step already says that the document cannot be downloaded.
  if (documentCheck === 'infected' || documentCheck === 'ok') return null;
  return (
    <p class={documentCheck === 'pending' ? 'small' : ''}>{getCodeLabel('documentCheck', documentCheck)}</p>
  );
}

type StepControlsProps = TestimonyActionProps & { readonly action: StepAction | undefined };

function StepControls({ action, ...actionProps }: StepControlsProps) {
  const { testimony, user, reload, onConflict } = actionProps;
  const canDownload = testimony.allowedActions.includes('download');
  const canReview =
    testimony.allowedActions.includes('confirm') || testimony.allowedActions.includes('complain');
  async function download(): Promise<void> {
    const { url } = await openWhenScanned(() => api.downloadTestimony({ path: { id: testimony.id } }));
    location.assign(url);
    recordDownload(user.id, testimony);
    await reload();
  }
  const link = action && LINKS[action];
  return (
    <>
      {link && <ButtonLink {...link} text={t(link.text)} />}
      {action === 'offer' && <OfferForm {...actionProps} />}
      {(action === 'choose-offer' || (user.role === 'expert' && isOpen(testimony))) && (
        <OfferList {...actionProps} />
      )}
      {(action === 'deliver' || action === 'correct') && <DeliverForm {...actionProps} />}
      {action === 'cancel' && <CancelTestimonyButton {...actionProps} kind="danger" />}
      {(canDownload || canReview) && (
        <div class="actions">
          {canDownload && (
            <ActionButton
              action={download}
              onError={onConflict}
              kind={action === 'download' ? 'primary' : ''}
              text={t('action.download')}
            />
          )}
          {canReview && <ReviewButtons {...actionProps} />}
        </div>
      )}
    </>
  );
}

const LINKS: Partial<Record<StepAction, { href: string; text: TextKey; kind?: string }>> = {
  verification: { href: '/account/verification', text: 'toVerification', kind: 'primary' },
  'new-testimony': { href: '/testimonies/new', text: 'newTestimony' },
  offerable: { href: '/offerable', text: 'toOfferable', kind: 'primary' },
};
