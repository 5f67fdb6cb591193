/** Groups of fields that several forms share. */

import { useState } from 'preact/hooks';
import type { Address, Company, ShippingAddress } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { COUNTRIES, getCountryName } from './countries.ts';
import { FieldGroup } from './field-group.tsx';
import { SelectField, TextField } from './fields.tsx';
import { type ChosenPassword, PasswordStrength, readChosenPassword } from './password-strength.tsx';

export function CountryField({ name, label, value }: { name: string; label: string; value?: string }) {
  const { language } = useTexts();
  const options = COUNTRIES.map(code => [code, getCountryName(code, language)] as const);
  options.sort(([, one], [, other]) => one.localeCompare(other, language));
  return <SelectField {...{ name, label, options }} value={value ?? 'SK'} autocomplete="country" />;
}

type PersonValues = Readonly<Record<'firstName' | 'lastName' | 'phone', string | null>>;

/** Fields for a person's name and phone number. */
export function PersonFields({ value }: { value: PersonValues }) {
  const { t } = useTexts();
  const getFieldProps = (name: keyof PersonValues, autocomplete: string) => ({
    name,
    label: t(name),
    defaultValue: value[name] ?? '',
    autocomplete,
  });
  return (
    <>
      <TextField {...getFieldProps('firstName', 'given-name')} />
      <TextField {...getFieldProps('lastName', 'family-name')} />
      <TextField {...getFieldProps('phone', 'tel')} type="tel" />
    </>
  );
}

/** Fields for a new password and its confirmation. */
export function NewPasswordFields({ label }: { label: string }) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<ChosenPassword>();
  const password = { type: 'password', autocomplete: 'new-password' } as const;
  return (
    <div class="new-password" onInput={event => setChosen(previous => readChosenPassword(event) ?? previous)}>
      <div class="columns">
        <TextField name="password" label={label} hint={t('passwordHint')} {...password} />
        <TextField name="passwordConfirmation" label={t('passwordAgain')} {...password} />
      </div>
      {chosen && <PasswordStrength chosen={chosen} />}
    </div>
  );
}

interface AddressFieldsProps {
  readonly name: 'billingAddress' | 'shippingAddress';
  readonly legend: string;
  readonly hint?: string;
  readonly value?: Address | ShippingAddress | null;
}

export function AddressFields({ name, legend, hint, value }: AddressFieldsProps) {
  const { t } = useTexts();
  const kind = name === 'billingAddress' ? 'billing' : 'shipping';
  const getFieldProps = (member: keyof Address, autocomplete: string) => ({
    name: `${name}.${member}`,
    label: t(`address.${member}`),
    defaultValue: value?.[member] ?? '',
    autocomplete: `${kind} ${autocomplete}`,
  });
  return (
    <FieldGroup name={name} legend={legend} {...(hint && { hint })} columns>
      <TextField {...getFieldProps('line1', 'address-line1')} />
      <TextField {...getFieldProps('line2', 'address-line2')} hint={t('address.line2Hint')} />
      <TextField {...getFieldProps('city', 'address-level2')} />
      <TextField {...getFieldProps('postalCode', 'postal-code')} />
      <CountryField
        name={`${name}.country`}
        label={t('address.country')}
        {...(value && { value: value.country })}
      />
    </FieldGroup>
  );
}

interface CompanyFieldsProps {
  readonly value?: Company | null;
  readonly hint?: string;
}

export function CompanyFields({ value, hint }: CompanyFieldsProps) {
  const { t } = useTexts();
  return (
    <FieldGroup name="company" legend={t('company')} {...(hint && { hint })} columns>
      <TextField
        name="company.businessId"
        label={t('company.businessId')}
        optional
        defaultValue={value?.businessId ?? ''}
      />
      <TextField name="company.taxId" label={t('company.taxId')} defaultValue={value?.taxId ?? ''} />
      <TextField name="company.vatId" label={t('company.vatId')} optional defaultValue={value?.vatId ?? ''} />
    </FieldGroup>
  );
}
