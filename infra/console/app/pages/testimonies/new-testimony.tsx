/** Page on which a client requests a testimony (infra/docs/api/testimonies.md). */
import { useState } from 'preact/hooks';
import { type CreateTestimonyData, PURPOSE_LABELS } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { readDraft } from '../../core/drafts.ts';
import { t } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { useForm } from '../../forms/form-context.ts';
import { propertyRule } from '../../forms/rules.ts';
import { SelectField } from '../../ui/choice-fields.tsx';
import { ChoiceGroup, FieldGroup } from '../../ui/field-group.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import { getCodeLabel, listCodeOptions, listRegionOptions } from '../../ui/select-options.ts';
import { hasContactDetails } from './contact-details.ts';

/**
 * Properties that the form requests for each type of real estate. The values of the properties are whole numbers. The
 * form shows the properties in this order.
 */
const PROPERTIES_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  apartment: ['area', 'rooms', 'floor'],
  house: ['area', 'rooms', 'floors'],
  land: ['area'],
  garage: ['area'],
  commercial: ['area', 'floors'],
  recreational: ['area', 'rooms'],
  other: ['area'],
};

const DRAFT = 'new-testimony';

const readDraftType = (): string => String(readDraft(DRAFT)['realEstate.type'] ?? 'apartment');

export function NewTestimonyPage() {
  const [realEstateType, setRealEstateType] = useState(readDraftType);
  return (
    <Page title={t('newTestimony')} lead={t('newTestimonyLead')} narrow>
      <Form
        label={t('newTestimony')}
        draft={DRAFT}
        onSubmit={async (body: CreateTestimonyData['body'], { idempotencyKey }) => {
          const { id } = await api.createTestimony({ body, idempotencyKey });
          navigate(`/testimonies/${id}`, { replace: true });
        }}
      >
        <Card>
          <SelectField name="purpose" options={listCodeOptions('purpose', PURPOSE_LABELS.sk)} isBlank />
        </Card>
        <Card title={t('realEstate')}>
          <ChoiceGroup
            type="radio"
            name="realEstate.type"
            legend={t('estateType')}
            options={listCodeOptions('estate', PROPERTIES_BY_TYPE)}
            selected={[realEstateType]}
            onChange={setRealEstateType}
          />
          <PropertyFields realEstateType={realEstateType} />
        </Card>
        <Card title={t('where')}>
          <SelectField name="realEstate.region" options={listRegionOptions()} isBlank />
          <LocationFields />
        </Card>
        <Card>
          <NotesField />
          <SubmitButton>{t('newTestimony')}</SubmitButton>
        </Card>
      </Form>
    </Page>
  );
}

/** Field for the notes. It warns if the notes contain contact details, but does not prevent the request. */
function NotesField() {
  const { draft } = useForm();
  const [isWarned, setWarned] = useState(() => hasContactDetails(String(draft.notes ?? '')));
  return (
    <>
      <TextAreaField
        name="notes"
        optional
        hint={t('notesHint')}
        onInput={text => setWarned(hasContactDetails(text))}
      />
      <div class="field-messages" aria-live="polite">
        {isWarned && <Notice tone="warning" text={t('notesWarning')} />}
      </div>
    </>
  );
}

const PropertyFields = ({ realEstateType }: { realEstateType: string }) => (
  <div class="thirds">
    {PROPERTIES_BY_TYPE[realEstateType]?.map(property => (
      <TextField
        key={property}
        name={`realEstate.properties.${property}`}
        label={getCodeLabel('property', property)}
        number="whole"
        rule={propertyRule}
        optional
      />
    ))}
  </div>
);

const ADDRESS = 'realEstate.address';

/** Fields for the address and the parcel. The parcel is required only if the address has no street. */
function LocationFields() {
  const { draft } = useForm();
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(draft);
  const isFilledIn = (part: string) => String(values[`${ADDRESS}.${part}`] ?? '').trim() !== '';
  const usesParcel = !isFilledIn('line1') && (isFilledIn('parcelNumber') || isFilledIn('cadastralArea'));
  return (
    <div
      class="form"
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        setValues(former => ({ ...former, [name]: value }));
      }}
    >
      <FieldGroup legend={t('address')} hint={t('addressHint')} columns>
        <TextField name={`${ADDRESS}.line1`} optional={usesParcel} />
        <TextField name={`${ADDRESS}.line2`} optional />
        <TextField name={`${ADDRESS}.city`} />
        <TextField name={`${ADDRESS}.postalCode`} />
      </FieldGroup>
      <FieldGroup legend={t('parcel')} columns>
        <TextField name={`${ADDRESS}.parcelNumber`} optional={!usesParcel} />
        <TextField name={`${ADDRESS}.cadastralArea`} optional={!usesParcel} />
      </FieldGroup>
    </div>
  );
}
