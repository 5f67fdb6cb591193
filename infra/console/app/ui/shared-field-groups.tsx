/** Groups of fields that several forms share. */
import type { Address, Company, ShippingAddress } from '../../../client/runtime/index.ts';
import { language, t } from '../core/language.ts';
import { requiredWith } from '../forms/rules.ts';
import { SelectField } from './choice-fields.tsx';
import { PhoneField } from './contact-fields.tsx';
import { COUNTRIES, getCountryName } from './countries.ts';
import { FieldGroup } from './field-group.tsx';
import { TextField } from './fields.tsx';

interface CountryFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly autocomplete?: string;
}

export function CountryField({ name, label, value = 'SK', autocomplete = 'off' }: CountryFieldProps) {
  const options = COUNTRIES.map(code => [code, getCountryName(code, language.value)] as const);
  options.sort(([, one], [, other]) => one.localeCompare(other, language.value));
  return <SelectField {...{ name, label, options, value, autocomplete }} />;
}

type PersonValues = Readonly<Record<'firstName' | 'lastName' | 'phone', string | null>>;

/** Fields for a person's name and phone number. */
export function PersonFields({ value, optional }: { value: PersonValues; optional?: boolean }) {
  const getFieldProps = (name: 'firstName' | 'lastName', autocomplete: string) => ({
    ...{ name, autocomplete, optional },
    label: t(name),
    defaultValue: value[name] ?? '',
  });
  return (
    <>
      <TextField {...getFieldProps('firstName', 'given-name')} />
      <TextField {...getFieldProps('lastName', 'family-name')} />
      <PhoneField optional={optional} defaultValue={value.phone ?? ''} />
    </>
  );
}

interface AddressFieldsProps {
  readonly name: 'billingAddress' | 'shippingAddress';
  readonly legend: string;
  readonly hint?: string;
  readonly value?: Address | ShippingAddress | null;
  /** Whether the whole address may be left blank. An address that is begun has to be complete. */
  readonly optional?: boolean;
}

const REQUIRED_PARTS = ['line1', 'line2', 'city', 'postalCode'] as const;

export function AddressFields({ name, legend, hint, value, optional }: AddressFieldsProps) {
  const kind = name === 'billingAddress' ? 'billing' : 'shipping';
  const parts = REQUIRED_PARTS.map(part => `${name}.${part}`);
  const getFieldProps = (part: (typeof REQUIRED_PARTS)[number], autocomplete: string) => ({
    name: `${name}.${part}`,
    label: t(`address.${part}`),
    defaultValue: value?.[part] ?? '',
    autocomplete: `${kind} ${autocomplete}`,
    ...(optional && { conditional: true, rule: requiredWith(`missing.${part}`, ...parts) }),
  });
  return (
    <FieldGroup name={name} {...{ legend, hint, optional }} columns>
      <TextField {...getFieldProps('line1', 'address-line1')} />
      <TextField {...getFieldProps('line2', 'address-line2')} hint={t('address.line2Hint')} />
      <div class="thirds">
        <TextField {...getFieldProps('city', 'address-level2')} />
        <TextField {...getFieldProps('postalCode', 'postal-code')} />
        <CountryField
          name={`${name}.country`}
          label={t('address.country')}
          autocomplete={`${kind} country`}
          {...(value && { value: value.country })}
        />
      </div>
    </FieldGroup>
  );
}

interface CompanyFieldsProps {
  readonly value?: Company | null;
  readonly hint?: string;
  /** Whether the whole group may be left blank. A group that is begun needs the tax ID. */
  readonly optional?: boolean;
}

export function CompanyFields({ value, hint, optional }: CompanyFieldsProps) {
  // In an optional group, the legend says that its fields are optional.
  const optionalPart = optional ? { conditional: true } : { optional: true };
  return (
    <FieldGroup name="company" legend={t('company')} {...{ hint, optional }}>
      <div class="thirds">
        <TextField
          name="company.businessId"
          label={t('company.businessId')}
          {...optionalPart}
          defaultValue={value?.businessId ?? ''}
        />
        <TextField
          name="company.taxId"
          label={t('company.taxId')}
          {...(optional && {
            conditional: true,
            rule: requiredWith('missing.taxId', 'company.businessId', 'company.vatId'),
          })}
          defaultValue={value?.taxId ?? ''}
        />
        <TextField
          name="company.vatId"
          label={t('company.vatId')}
          {...optionalPart}
          defaultValue={value?.vatId ?? ''}
        />
      </div>
    </FieldGroup>
  );
}
