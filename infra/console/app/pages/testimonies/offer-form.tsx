/** Form with which an expert makes an offer (infra/docs/api/testimonies.md). */
import type { CreateOfferData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export function OfferForm({ testimony, reload, onConflict }: TestimonyActionProps) {
  const { t } = useTexts();
  return (
    <Form
      label={t('makeOffer')}
      onError={onConflict}
      onSubmit={async (body: CreateOfferData['body'], { idempotencyKey }) => {
        await api.createOffer({ path: { id: testimony.id }, body, idempotencyKey });
        await reload();
      }}
    >
      <div class="columns">
        <TextField name="price" label={t('priceEuros')} number />
        <TextField name="daysToComplete" label={t('days')} number />
      </div>
      <TextAreaField name="note" label={t('note')} optional />
      <SubmitButton>{t('sendOffer')}</SubmitButton>
    </Form>
  );
}
