import { useState } from 'preact/hooks';
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LongText } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import type { TestimonyActions } from './acts.ts';

export function CancelTestimony({ testimony, reload, refused }: TestimonyActions) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="button quiet danger" onClick={() => setAsking(true)}>
        {t('cancelOrder')}
      </button>
      {asking && (
        <Dialog title={t('cancelOrder')} close={() => setAsking(false)}>
          <p>{t('cancelLead')}</p>
          <Form
            label={t('cancelOrder')}
            failed={problem => {
              if (isProblem(problem, 'wrong-state')) setAsking(false);
              refused(problem);
            }}
            submit={async (body: { reason: string }, { idempotencyKey }) => {
              await api.cancelTestimony({ path: { id: testimony.id }, body, idempotencyKey });
              setAsking(false);
              await reload();
            }}
          >
            <LongText name="reason" label={t('reason')} optional />
            <Submit kind="danger">{t('cancelOrder')}</Submit>
          </Form>
        </Dialog>
      )}
    </>
  );
}
