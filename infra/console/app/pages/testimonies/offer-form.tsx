/** An expert makes an offer (infra/docs/api/testimonies.md). */
import type { CreateOfferData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Field, LongText } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import type { TestimonyActions } from './acts.ts';

export function OfferForm({ testimony, reload, refused }: TestimonyActions) {
  const { t } = useTexts();
  return (
    <Card title={t('makeOffer')}>
      <Form
        label={t('makeOffer')}
        failed={refused}
        submit={async (body: CreateOfferData['body'], { idempotencyKey }) => {
          await api.createOffer({ path: { id: testimony.id }, body, idempotencyKey });
          await reload();
        }}
      >
        <div class="columns">
          <Field name="price" label={t('priceEuros')} number />
          <Field name="daysToComplete" label={t('days')} number />
        </div>
        <LongText name="note" label={t('note')} optional />
        <Submit>{t('sendOffer')}</Submit>
      </Form>
    </Card>
  );
}
