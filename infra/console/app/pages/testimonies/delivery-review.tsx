/** Confirmation of a delivered testimony by its client, and the complaint about it. */
import { useState } from 'preact/hooks';
import { isProblem, type Testimony, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, t } from '../../core/language.ts';
import { ActionButton, Button } from '../../ui/buttons.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Quotation } from '../../ui/page.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

/** Buttons that confirm the testimony or begin a complaint. An infected document cannot be confirmed. */
export function ReviewButtons({ testimony, reload, onConflict }: TestimonyActionProps) {
  async function confirm(): Promise<void> {
    await api.confirmTestimony({ path: { id: testimony.id } });
    await reload();
  }
  return (
    <>
      {testimony.allowedActions.includes('confirm') && (
        <ActionButton action={confirm} onError={onConflict} text={t('confirmTestimony')} />
      )}
      {testimony.allowedActions.includes('complain') && (
        <ComplaintButton testimony={testimony} reload={reload} onConflict={onConflict} />
      )}
    </>
  );
}

function ComplaintButton({ testimony, reload, onConflict }: TestimonyActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setIsOpen(true)} text={t('complain')} />
      {isOpen && (
        <Dialog title={t('complain')} onClose={() => setIsOpen(false)}>
          <p>{t('complainLead')}</p>
          <Form
            label={t('complain')}
            draft={`complaint-${testimony.id}`}
            onError={problem => {
              if (isProblem(problem, 'wrong-state')) setIsOpen(false);
              onConflict(problem);
            }}
            onSubmit={async (body: { reason: string }, { idempotencyKey }) => {
              await api.complainTestimony({ path: { id: testimony.id }, body, idempotencyKey });
              setIsOpen(false);
              await reload();
            }}
          >
            <TextAreaField name="reason" label={t('complaintReason')} />
            <SubmitButton>{t('complain')}</SubmitButton>
          </Form>
        </Dialog>
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
