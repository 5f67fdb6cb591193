/** Form with which an expert makes an offer (infra/docs/api/testimonies.md). */
import type { CreateOfferData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { daysRule, priceRule } from '../../forms/rules.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export const OfferForm = ({ testimony, reload, onConflict }: TestimonyActionProps) => (
  <Form
    label={t('makeOffer')}
    draft={`offer-${testimony.id}`}
    onError={onConflict}
    onSubmit={async (body: CreateOfferData['body'], { idempotencyKey }) => {
      await api.createOffer({ path: { id: testimony.id }, body, idempotencyKey });
      await reload();
    }}
  >
    <div class="columns">
      <TextField name="price" label={t('priceEuros')} number="decimal" rule={priceRule} />
      <TextField name="daysToComplete" number="whole" rule={daysRule} />
    </div>
    <TextAreaField name="note" optional />
    <SubmitButton>{t('sendOffer')}</SubmitButton>
  </Form>
);
