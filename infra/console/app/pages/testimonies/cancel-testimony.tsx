/** Button that cancels a testimony after confirmation. */
import { useState } from 'preact/hooks';
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

interface CancelTestimonyButtonProps extends TestimonyActionProps {
  /** Style of the button. */
  readonly kind: 'danger' | 'quiet danger';
}

export function CancelTestimonyButton({ testimony, reload, onConflict, kind }: CancelTestimonyButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <button type="button" class={`button ${kind}`} onClick={() => setIsConfirming(true)}>
        {t('cancelTestimony')}
      </button>
      {isConfirming && (
        <Dialog title={t('cancelTestimony')} onClose={() => setIsConfirming(false)}>
          <p>{t(testimony.state === 'accepted' ? 'cancelOverdueLead' : 'cancelLead')}</p>
          <Form
            label={t('cancelTestimony')}
            draft={`cancellation-${testimony.id}`}
            onError={problem => {
              if (isProblem(problem, 'wrong-state')) setIsConfirming(false);
              onConflict(problem);
            }}
            onSubmit={async (body: { reason: string }, { idempotencyKey }) => {
              await api.cancelTestimony({ path: { id: testimony.id }, body, idempotencyKey });
              setIsConfirming(false);
              await reload();
            }}
          >
            <TextAreaField name="reason" label={t('reason')} optional />
            <SubmitButton kind="danger">{t('cancelTestimony')}</SubmitButton>
          </Form>
        </Dialog>
      )}
    </>
  );
}
