import { FIELD_LIMITS } from '../../../../client/runtime/index.ts';
import { language, t } from '../../core/language.ts';
import { SERVICE_FACTS } from '../../core/service-facts.ts';
import { dateOfBirthRule, ibanRule } from '../../forms/rules.ts';
import { CheckboxField, SelectField } from '../../ui/choice-fields.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { LegalLink } from '../../ui/legal-links.tsx';
import { NewPasswordField } from '../../ui/password-field.tsx';
import {
  BillingAddressFields,
  CompanyFields,
  CountryField,
  PhoneField,
  RegionsField,
} from '../../ui/shared-field-groups.tsx';

const { accepted, rejected, unreviewed } = SERVICE_FACTS.scanDays;
const SCAN_MEDIA_TYPES = FIELD_LIMITS.registerExpert.verificationDocumentFront.mediaTypes.join();

export const PersonStep = () => (
  <>
    <div class="columns">
      <TextField name="firstName" />
      <TextField name="lastName" />
    </div>
    <DateOfBirthFields />
    <div class="columns">
      <CountryField name="nationality" />
      <TextField name="registrationNumber" />
    </div>
    <RegionsField />
  </>
);

function DateOfBirthFields() {
  const monthFormat = new Intl.DateTimeFormat(language.value, { month: 'long' });
  const months = Array.from(
    { length: 12 },
    (_, index) => [String(index + 1), monthFormat.format(new Date(2000, index, 1))] as const,
  );
  return (
    <FieldGroup name="dateOfBirth" legend={t('dateOfBirth')} rule={birthdayRule} columns>
      <TextField name="dateOfBirth.day" number="whole" conditional />
      <SelectField
        name="dateOfBirth.month"
        isBlank
        options={months}
        number
        autocomplete="bday-month"
        conditional
      />
      <TextField name="dateOfBirth.year" number="whole" conditional />
    </FieldGroup>
  );
}

const birthdayRule = dateOfBirthRule();

export const CompanyStep = () => (
  <>
    <BillingAddressFields />
    <CompanyFields />
    <TextField name="bankAccount.iban" label={t('iban')} hint={t('ibanHint')} rule={ibanRule} isPrivate />
  </>
);

export const AccessStep = () => (
  <>
    <div class="columns">
      <TextField name="email" hint={t('emailHint')} />
      <PhoneField />
    </div>
    <NewPasswordField label={t('password')} />
    <ScanFields />
    <div class="rows">
      <TermsField />
      <CheckboxField name="newsletterSubscribed" />
    </div>
  </>
);

export const TermsField = () => (
  <CheckboxField
    name="termsAgreed"
    optional={false}
    hint={
      <>
        <LegalLink page="terms" /> · <LegalLink page="privacy" />
      </>
    }
  />
);

export const ScanFields = () => (
  <>
    <FieldGroup legend={t('documents')} hint={t('scanHint')} columns>
      <FileField name="verificationDocumentFront" accept={SCAN_MEDIA_TYPES} />
      <FileField name="verificationDocumentBack" accept={SCAN_MEDIA_TYPES} />
    </FieldGroup>
    <p class="small">
      {t('scanUse')} {t('scanDeletion', { n: accepted, rejected, unreviewed })} <LegalLink page="privacy" />
    </p>
  </>
);
