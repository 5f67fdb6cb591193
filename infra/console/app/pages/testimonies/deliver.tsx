/** The assigned expert delivers the document. */
import type { CompleteTestimonyData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import type { TestimonyActions } from './acts.ts';

export function DeliverForm({ testimony, reload, refused }: TestimonyActions) {
  const { t } = useTexts();
  return (
    <Card title={t('deliver')}>
      <p>{t('deliverLead')}</p>
      <Form
        label={t('deliver')}
        failed={refused}
        submit={async (body: CompleteTestimonyData['body'], attempt) => {
          await api.completeTestimony({ path: { id: testimony.id }, body, ...attempt });
          await reload();
        }}
      >
        <FileField
          name="document"
          label={t('documentFile')}
          hint={t('documentHint')}
          accept="application/pdf"
        />
        <Submit>{t('deliver')}</Submit>
      </Form>
    </Card>
  );
}
