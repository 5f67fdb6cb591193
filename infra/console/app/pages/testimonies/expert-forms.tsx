/** Forms of the expert: the offer, and the delivery of a document (infra/docs/api/testimonies.md). */
import { useState } from 'preact/hooks';
import {
  type CompleteTestimonyData,
  type CreateOfferData,
  FIELD_LIMITS,
} from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatMoney, t } from '../../core/language.ts';
import { SERVICE_FACTS } from '../../core/service-facts.ts';
import { useForm } from '../../forms/form-context.ts';
import { parseNumber } from '../../forms/number-formats.ts';
import { daysRule, priceRule } from '../../forms/rules.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { computeCommissionInEuros } from './testimony-facts.ts';

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
    <PriceFields />
    <TextAreaField name="note" optional />
    <SubmitButton>{t('sendOffer')}</SubmitButton>
  </Form>
);

/** Fields for the price and the number of days. While the user types, the amount for the expert is shown. */
function PriceFields() {
  const [price, setPrice] = useState(String(useForm().draft.price ?? ''));
  const isPrice = price.trim() !== '' && !priceRule(price, () => '');
  return (
    <div
      class="columns"
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === 'price') setPrice(value);
      }}
    >
      <TextField
        name="price"
        label={t('priceEuros')}
        hint={isPrice ? describeCommission(parseNumber(price)) : t('netHint')}
        number="decimal"
        rule={priceRule}
      />
      <TextField name="daysToComplete" number="whole" rule={daysRule} />
    </div>
  );
}

function describeCommission(price: number): string {
  const commission = computeCommissionInEuros(
    price,
    SERVICE_FACTS.commissionPercent,
    SERVICE_FACTS.minCommission,
  );
  return t('afterCommission', { net: formatMoney(price - commission), commission: formatMoney(commission) });
}

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
