/** A client orders an opinion (infra/docs/api/testimonies.md). */
import { useState } from 'preact/hooks';
import type { CreateTestimonyData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { useEstates, useName, usePurposes, useRegions } from '../../ui/choices.ts';
import { Choice, Field, LongText } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Group, OneOf } from '../../ui/group.tsx';
import { Card, Page } from '../../ui/page.tsx';

/** What an expert wants to know of each; whole numbers. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  apartment: ['area', 'rooms', 'floor'],
  house: ['area', 'rooms', 'floors'],
  land: ['area'],
  garage: ['area'],
  commercial: ['area', 'floors'],
  recreational: ['area', 'rooms'],
  other: ['area'],
};

export function NewTestimonyPage() {
  const { t } = useTexts();
  const [estate, setEstate] = useState('apartment');
  const [purposes, estates, regions] = [usePurposes(), useEstates(), useRegions()];
  return (
    <Page title={t('newOrder')} lead={t('newOrderLead')} narrow>
      <Form
        label={t('newOrder')}
        submit={async (body: CreateTestimonyData['body'], { idempotencyKey }) => {
          const { id } = await api.createTestimony({ body, idempotencyKey });
          navigate(`/testimonies/${id}`, { replace: true });
        }}
      >
        <Card title={t('whatFor')}>
          <Choice name="purpose" label={t('purpose')} options={purposes} blank={t('choose')} />
        </Card>
        <Card title={t('realEstate')}>
          <OneOf
            name="realEstate.type"
            legend={t('estateType')}
            options={estates}
            chosen="apartment"
            onChange={setEstate}
          />
          <Properties estate={estate} />
        </Card>
        <Card title={t('where')}>
          <Choice name="realEstate.region" label={t('region')} options={regions} blank={t('choose')} />
          <Address />
        </Card>
        <Card>
          <LongText name="notes" label={t('notes')} optional hint={t('notesHint')} />
          <Submit>{t('testimony')}</Submit>
        </Card>
      </Form>
    </Page>
  );
}

function Properties({ estate }: { estate: string }) {
  const { t } = useTexts();
  const name = useName();
  return (
    <Group name="realEstate.properties" legend={t('properties')} columns>
      {PROPERTIES[estate]?.map(property => (
        <Field
          key={property}
          name={`realEstate.properties.${property}`}
          label={name('property', property)}
          number
          optional
        />
      ))}
    </Group>
  );
}

function Address() {
  const { t } = useTexts();
  return (
    <>
      <Group legend={t('address')} hint={t('addressHint')} columns>
        <Field name="realEstate.address.line1" label={t('address.line1')} autocomplete="address-line1" />
        <Field
          name="realEstate.address.line2"
          label={t('address.line2')}
          optional
          autocomplete="address-line2"
        />
        <Field name="realEstate.address.city" label={t('address.city')} autocomplete="address-level2" />
        <Field
          name="realEstate.address.postalCode"
          label={t('address.postalCode')}
          autocomplete="postal-code"
        />
      </Group>
      <Group legend={t('parcel')} hint={t('parcelHint')} columns>
        <Field name="realEstate.address.parcelNumber" label={t('parcelNumber')} optional />
        <Field name="realEstate.address.cadastralArea" label={t('cadastralArea')} optional />
      </Group>
    </>
  );
}
