/** Form with which the assigned expert delivers the document of a testimony, or a corrected version of it. */
import { type CompleteTestimonyData, FIELD_LIMITS } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export function DeliverForm({ testimony, reload, onConflict }: TestimonyActionProps) {
  const isCorrection = testimony.state === 'completed';
  const title = t(isCorrection ? 'correctDocument' : 'deliver');
  return (
    <Form
      label={title}
      onError={onConflict}
      onSubmit={async (body: CompleteTestimonyData['body'], options) => {
        await api.completeTestimony({ path: { id: testimony.id }, body, ...options });
        await reload();
      }}
    >
      {isCorrection && <p class="small">{t('correctLead')}</p>}
      <FileField
        name="document"
        hint={t('documentHint')}
        accept={FIELD_LIMITS.completeTestimony.document.mediaTypes.join()}
      />
      <SubmitButton>{title}</SubmitButton>
    </Form>
  );
}
