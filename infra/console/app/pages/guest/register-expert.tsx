/** The expert's registration (infra/docs/api/registration.md): one form, two scans. */
import type { RegisterExpertData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { enter } from '../../core/session.ts';
import { useRegions } from '../../ui/choices.ts';
import { Check, Choice, Field } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Group, Several } from '../../ui/group.tsx';
import { AddressFields, CompanyFields, CountryField, NewPassword } from '../../ui/groups.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { CHALLENGE } from './challenge.ts';
import { GuestOnly } from './guest-only.tsx';

const SCANS = 'image/jpeg,image/png';

export function RegisterExpertPage() {
  const { t } = useTexts();
  const regions = useRegions();
  return (
    <GuestOnly>
      <Page title={t('registerExpert')} lead={t('registerExpertLead')} narrow>
        <Form
          label={t('registerExpert')}
          submit={async (values: RegisterExpertData['body'], attempt) => {
            const body = { ...values, turnstileToken: CHALLENGE };
            const { token } = await api.registerExpert({ body, ...attempt });
            await enter(token);
            navigate('/', { replace: true });
          }}
        >
          <Card title={t('access')}>
            <Access />
          </Card>
          <Card title={t('person')}>
            <Person />
          </Card>
          <Card title={t('profession')}>
            <Field name="registrationNumber" label={t('registrationNumber')} />
            <Several name="regions" legend={t('regions')} hint={t('regionsHint')} options={regions} />
            <CompanyFields />
            <Field name="bankAccount.iban" label={t('iban')} placeholder="SK31 1200 0000 1987 4263 7541" />
          </Card>
          <Card title={t('documents')}>
            <Scans />
          </Card>
          <Card>
            <Check name="termsAgreed" label={t('termsAgreed')} />
            <Check name="newsletterSubscribed" label={t('newsletter')} />
            <Submit>{t('createAccount')}</Submit>
          </Card>
        </Form>
      </Page>
    </GuestOnly>
  );
}

function Access() {
  const { t } = useTexts();
  return (
    <>
      <div class="columns">
        <Field name="email" label={t('email')} type="email" autocomplete="username" />
        <Field name="phone" label={t('phone')} type="tel" autocomplete="tel" placeholder="+421901234567" />
      </div>
      <NewPassword label={t('password')} />
    </>
  );
}

function Person() {
  const { t, now } = useTexts();
  const month = new Intl.DateTimeFormat(now, { month: 'long' });
  const months = Array.from(
    { length: 12 },
    (_, index) => [String(index + 1), month.format(new Date(2000, index, 1))] as const,
  );
  return (
    <>
      <div class="columns">
        <Field name="firstName" label={t('firstName')} autocomplete="given-name" />
        <Field name="lastName" label={t('lastName')} autocomplete="family-name" />
        <CountryField name="nationality" label={t('nationality')} />
      </div>
      <Group name="dateOfBirth" legend={t('dateOfBirth')} columns>
        <Field name="dateOfBirth.day" label={t('day')} number autocomplete="bday-day" />
        <Choice
          name="dateOfBirth.month"
          label={t('month')}
          blank={t('choose')}
          options={months}
          number
          autocomplete="bday-month"
        />
        <Field name="dateOfBirth.year" label={t('year')} number autocomplete="bday-year" />
      </Group>
      <AddressFields name="billingAddress" legend={t('billingAddress')} />
    </>
  );
}

export function Scans() {
  const { t } = useTexts();
  return (
    <div class="columns">
      <FileField
        name="verificationDocumentFront"
        label={t('scanFront')}
        hint={t('scanHint')}
        accept={SCANS}
      />
      <FileField name="verificationDocumentBack" label={t('scanBack')} hint={t('scanHint')} accept={SCANS} />
    </div>
  );
}
