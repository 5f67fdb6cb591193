/** Page on which a client requests a testimony (infra/docs/api/testimonies.md). */
import { useState } from 'preact/hooks';
import type { CreateTestimonyData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { FieldGroup, RadioGroup } from '../../ui/field-group.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import {
  useCodeLabel,
  usePurposeOptions,
  useRealEstateOptions,
  useRegionOptions,
} from '../../ui/select-options.ts';
import { hasContactDetails } from './contact-details.ts';

/** Properties that the form requests for each type of real estate, as whole numbers. */
const PROPERTIES_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
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
  const [realEstateType, setRealEstateType] = useState('apartment');
  const [purposes, realEstateTypes, regions] = [
    usePurposeOptions(),
    useRealEstateOptions(),
    useRegionOptions(),
  ];
  return (
    <Page title={t('newTestimony')} lead={t('newTestimonyLead')} narrow>
      <Form
        label={t('newTestimony')}
        onSubmit={async (body: CreateTestimonyData['body'], { idempotencyKey }) => {
          const { id } = await api.createTestimony({ body, idempotencyKey });
          navigate(`/testimonies/${id}`, { replace: true });
        }}
      >
        <Card title={t('whatFor')}>
          <SelectField
            name="purpose"
            label={t('purpose')}
            options={purposes}
            placeholderOption={t('choose')}
          />
        </Card>
        <Card title={t('realEstate')}>
          <RadioGroup
            name="realEstate.type"
            legend={t('estateType')}
            options={realEstateTypes}
            selected="apartment"
            onChange={setRealEstateType}
          />
          <PropertyFields realEstateType={realEstateType} />
        </Card>
        <Card title={t('where')}>
          <SelectField
            name="realEstate.region"
            label={t('region')}
            options={regions}
            placeholderOption={t('choose')}
          />
          <LocationFields />
        </Card>
        <Card>
          <NotesField />
          <SubmitButton>{t('testimony')}</SubmitButton>
        </Card>
      </Form>
    </Page>
  );
}

/** Field for the notes, which warns of an address or a phone number. The warning does not prevent the request. */
function NotesField() {
  const { t } = useTexts();
  const [isWarned, setWarned] = useState(false);
  return (
    <>
      <TextAreaField
        name="notes"
        label={t('notes')}
        optional
        hint={t('notesHint')}
        onInput={text => setWarned(hasContactDetails(text))}
      />
      {isWarned && (
        <Notice tone="warning">
          <p>{t('notesWarning')}</p>
        </Notice>
      )}
    </>
  );
}

function PropertyFields({ realEstateType }: { realEstateType: string }) {
  const { t } = useTexts();
  const getLabel = useCodeLabel();
  return (
    <FieldGroup name="realEstate.properties" legend={t('properties')} columns>
      {PROPERTIES_BY_TYPE[realEstateType]?.map(property => (
        <TextField
          key={property}
          name={`realEstate.properties.${property}`}
          label={getLabel('property', property)}
          number
          optional
        />
      ))}
    </FieldGroup>
  );
}

function LocationFields() {
  const { t } = useTexts();
  return (
    <>
      <FieldGroup legend={t('address')} hint={t('addressHint')} columns>
        <TextField name="realEstate.address.line1" label={t('address.line1')} autocomplete="address-line1" />
        <TextField
          name="realEstate.address.line2"
          label={t('address.line2')}
          optional
          autocomplete="address-line2"
        />
        <TextField name="realEstate.address.city" label={t('address.city')} autocomplete="address-level2" />
        <TextField
          name="realEstate.address.postalCode"
          label={t('address.postalCode')}
          autocomplete="postal-code"
        />
      </FieldGroup>
      <FieldGroup legend={t('parcel')} hint={t('parcelHint')} columns>
        <TextField name="realEstate.address.parcelNumber" label={t('parcelNumber')} optional />
        <TextField name="realEstate.address.cadastralArea" label={t('cadastralArea')} optional />
      </FieldGroup>
    </>
  );
}
