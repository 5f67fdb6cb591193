/** Registration page for experts, with the two scans of the identity document (infra/docs/api/registration.md). */
import { FIELD_LIMITS, type RegisterExpertData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { CheckboxGroup, FieldGroup } from '../../ui/field-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { useRegionOptions } from '../../ui/select-options.ts';
import {
  AddressFields,
  CompanyFields,
  CountryField,
  NewPasswordFields,
} from '../../ui/shared-field-groups.tsx';
import { GuestOnly } from './guest-only.tsx';
import { TURNSTILE_TOKEN } from './turnstile-token.ts';

const SCAN_MEDIA_TYPES = FIELD_LIMITS.registerExpert.verificationDocumentFront.mediaTypes.join();

export function RegisterExpertPage() {
  const { t } = useTexts();
  const regions = useRegionOptions();
  return (
    <GuestOnly>
      <Page title={t('registerExpert')} lead={t('registerExpertLead')} narrow>
        <Form
          label={t('registerExpert')}
          onSubmit={async (values: RegisterExpertData['body'], options) => {
            const body = { ...values, turnstileToken: TURNSTILE_TOKEN };
            const { token } = await api.registerExpert({ body, ...options });
            await startSession(token);
            navigate('/', { replace: true });
          }}
        >
          <Card title={t('access')}>
            <AccessFields />
          </Card>
          <Card title={t('person')}>
            <PersonalDataFields />
          </Card>
          <Card title={t('profession')}>
            <TextField name="registrationNumber" label={t('registrationNumber')} />
            <CheckboxGroup name="regions" legend={t('regions')} hint={t('regionsHint')} options={regions} />
            <CompanyFields />
            <TextField
              name="bankAccount.iban"
              label={t('iban')}
              placeholder="SK31 1200 0000 1987 4263 7541"
            />
          </Card>
          <Card title={t('documents')}>
            <ScanFields />
          </Card>
          <Card>
            <CheckboxField name="termsAgreed" label={t('termsAgreed')} />
            <CheckboxField name="newsletterSubscribed" label={t('newsletter')} />
            <SubmitButton>{t('createAccount')}</SubmitButton>
          </Card>
        </Form>
      </Page>
    </GuestOnly>
  );
}

function AccessFields() {
  const { t } = useTexts();
  return (
    <>
      <div class="columns">
        <TextField name="email" label={t('email')} type="email" autocomplete="username" />
        <TextField
          name="phone"
          label={t('phone')}
          type="tel"
          autocomplete="tel"
          placeholder="+421901234567"
        />
      </div>
      <NewPasswordFields label={t('password')} />
    </>
  );
}

function PersonalDataFields() {
  const { t, language } = useTexts();
  const monthFormat = new Intl.DateTimeFormat(language, { month: 'long' });
  const months = Array.from(
    { length: 12 },
    (_, index) => [String(index + 1), monthFormat.format(new Date(2000, index, 1))] as const,
  );
  return (
    <>
      <div class="columns">
        <TextField name="firstName" label={t('firstName')} autocomplete="given-name" />
        <TextField name="lastName" label={t('lastName')} autocomplete="family-name" />
        <CountryField name="nationality" label={t('nationality')} />
      </div>
      <FieldGroup name="dateOfBirth" legend={t('dateOfBirth')} columns>
        <TextField name="dateOfBirth.day" label={t('day')} number autocomplete="bday-day" />
        <SelectField
          name="dateOfBirth.month"
          label={t('month')}
          placeholderOption={t('choose')}
          options={months}
          number
          autocomplete="bday-month"
        />
        <TextField name="dateOfBirth.year" label={t('year')} number autocomplete="bday-year" />
      </FieldGroup>
      <AddressFields name="billingAddress" legend={t('billingAddress')} />
    </>
  );
}

export function ScanFields() {
  const { t } = useTexts();
  return (
    <div class="columns">
      <FileField
        name="verificationDocumentFront"
        label={t('scanFront')}
        hint={t('scanHint')}
        accept={SCAN_MEDIA_TYPES}
      />
      <FileField
        name="verificationDocumentBack"
        label={t('scanBack')}
        hint={t('scanHint')}
        accept={SCAN_MEDIA_TYPES}
      />
    </div>
  );
}
