/** Confirmation of a delivered testimony by its client, and the complaint about it. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, formatMoney, t } from '../../core/language.ts';
import { Card, Quotation } from '../../ui/page.tsx';
import { ConfirmDialogButton } from './confirm-dialog.tsx';
import { hasDownloaded } from './downloads.ts';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { findOutcomeText, hasOpenComplaint, isCorrectedSinceComplaint } from './testimony-facts.ts';

/**
 * Buttons that confirm the testimony or open a complaint. The button that confirms appears after the client has
 * downloaded the document. During a complaint, it appears after the expert has delivered a corrected document.
 */
export function ReviewButtons(props: TestimonyActionProps) {
  const { testimony, user } = props;
  const isComplaintOpen = hasOpenComplaint(testimony);
  const canConfirm =
    testimony.allowedActions.includes('confirm') &&
    (!isComplaintOpen || isCorrectedSinceComplaint(testimony));
  const isRead = !testimony.allowedActions.includes('download') || hasDownloaded(user.id, testimony);
  return (
    <>
      {canConfirm && isRead && (
        <ConfirmDialogButton
          {...props}
          text={t('action.confirm')}
          kind=""
          lead={t(isComplaintOpen ? 'confirmCorrectedLead' : 'confirmLead')}
          send={({ path, idempotencyKey }) => api.confirmTestimony({ path, idempotencyKey })}
        />
      )}
      {testimony.allowedActions.includes('complain') && (
        <ConfirmDialogButton
          {...props}
          text={t('action.complain')}
          kind="quiet"
          lead={t('complainLead')}
          label={t('complaintReason')}
          draft="complaint"
          send={options => api.complainTestimony(options)}
        />
      )}
      {canConfirm && !isRead && <p class="small">{t('confirmAfterDownload')}</p>}
    </>
  );
}

/** Shows the complaint and its outcome to both parties. The next-step card shows what the user can do about it. */
export function ComplaintNotice({ testimony, user: { role } }: { testimony: Testimony; user: User }) {
  const { complaint, payment } = testimony;
  if (!complaint) return null;
  const { reason, madeAt, endedAt, decision } = complaint;
  const outcomeText = findOutcomeText(testimony);
  const amount = formatMoney(payment?.refunded ?? 0);
  return (
    <Card title={t('complaint')}>
      <p>{t(`complaintMade.${role}`, { date: formatDate(madeAt) })}</p>
      {reason && <Quotation label={t(`quotation.${role}`)}>{reason}</Quotation>}
      {endedAt && outcomeText && <p>{t(outcomeText, { date: formatDate(endedAt), amount })}</p>}
      {decision && <p>{t('complaintDecision', { decision })}</p>}
    </Card>
  );
}
