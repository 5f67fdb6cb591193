/** Forms of the expert: the offer, and the delivery of a document (infra/docs/api/testimonies.md). */
import {
  type CompleteTestimonyData,
  type CreateOfferData,
  FIELD_LIMITS,
} from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { daysRule, priceRule } from '../../forms/rules.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export const OfferForm = ({ testimony, reload, onConflict }: TestimonyActionProps) => (
  <Form
    label={t('action.offer')}
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

export function DeliverForm({ testimony, reload, onConflict }: TestimonyActionProps) {
  const isCorrection = testimony.state === 'completed';
  const title = t(isCorrection ? 'correctDocument' : 'action.complete');
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
