/** Confirmation of a delivered testimony by its client, and the complaint about it. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, t } from '../../core/language.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card, Quotation } from '../../ui/page.tsx';
import { ReasonDialogButton } from './reason-dialog.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

/** Buttons that confirm the testimony or begin a complaint. An infected document cannot be confirmed. */
export function ReviewButtons(props: TestimonyActionProps) {
  const { testimony, reload, onConflict } = props;
  async function confirm(): Promise<void> {
    await api.confirmTestimony({ path: { id: testimony.id } });
    await reload();
  }
  return (
    <>
      {testimony.allowedActions.includes('confirm') && (
        <ActionButton action={confirm} onError={onConflict} text={t('action.confirm')} />
      )}
      {testimony.allowedActions.includes('complain') && (
        <ReasonDialogButton
          {...props}
          text={t('action.complain')}
          kind="quiet"
          lead={t('complainLead')}
          label={t('complaintReason')}
          draft="complaint"
          send={options => api.complainTestimony(options)}
        />
      )}
    </>
  );
}

/** Shows the complaint to both parties, and how it ended. The next step says what can be done about it. */
export function ComplaintNotice({ testimony, user: { role } }: { testimony: Testimony; user: User }) {
  const { complaint } = testimony;
  if (!complaint) return null;
  const { reason, madeAt, endedAt, outcome, decision } = complaint;
  return (
    <Card title={t('complaint')}>
      <p>{t(`complaintMade.${role}`, { date: formatDate(madeAt) })}</p>
      {reason && <Quotation label={t(`complaintReason.${role}`)}>{reason}</Quotation>}
      {endedAt && outcome && <p>{t(`complaint.${outcome}`, { date: formatDate(endedAt) })}</p>}
      {decision && <p>{t('complaintDecision', { decision })}</p>}
    </Card>
  );
}
