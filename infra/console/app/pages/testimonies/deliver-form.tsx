/** Form with which the assigned expert delivers the document of a testimony. */
import type { CompleteTestimonyData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export function DeliverForm({ testimony, reload, onConflict }: TestimonyActionProps) {
  const { t } = useTexts();
  return (
    <Card title={t('deliver')}>
      <p>{t('deliverLead')}</p>
      <Form
        label={t('deliver')}
        onError={onConflict}
        onSubmit={async (body: CompleteTestimonyData['body'], options) => {
          await api.completeTestimony({ path: { id: testimony.id }, body, ...options });
          await reload();
        }}
      >
        <FileField
          name="document"
          label={t('documentFile')}
          hint={t('documentHint')}
          accept="application/pdf"
        />
        <SubmitButton>{t('deliver')}</SubmitButton>
      </Form>
    </Card>
  );
}
