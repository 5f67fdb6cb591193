import type { Address, Company, User } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { requiredWith } from '../forms/rules.ts';
import { SelectField } from './choice-fields.tsx';
import { ChoiceGroup, FieldGroup } from './field-group.tsx';
import { AUTOCOMPLETE, TextField } from './fields.tsx';
import { listCountryOptions, listRegionOptions } from './select-options.ts';

interface CountryFieldProps {
  readonly name: string;
  readonly value?: string | undefined;
  readonly autocomplete?: string;
}

export const CountryField = ({ value = 'SK', ...field }: CountryFieldProps) => (
  <SelectField {...field} value={value} options={listCountryOptions()} />
);

interface PhoneFieldProps {
  readonly optional?: boolean | undefined;
  readonly defaultValue?: string;
}

export const PhoneField = (props: PhoneFieldProps) => (
  <TextField name="phone" hint={t('phoneHint')} {...props} />
);

type PersonValues = Readonly<Record<'firstName' | 'lastName' | 'phone', string | null>>;

export const PersonFields = ({ value, optional }: { value?: PersonValues; optional?: boolean }) => (
  <>
    <TextField name="firstName" defaultValue={value?.firstName ?? ''} optional={optional} />
    <TextField name="lastName" defaultValue={value?.lastName ?? ''} optional={optional} />
    <PhoneField defaultValue={value?.phone ?? ''} optional={optional} />
  </>
);

interface AddressFieldsProps {
  readonly value?: Address | null;
  /** Whether the whole address may be left blank. An incomplete address is rejected. */
  readonly optional?: boolean;
}

const REQUIRED_PARTS = ['line1', 'city', 'postalCode'] as const;

/** Text that is sent when the second line of an address is blank, because the API requires a text. */
const NO_LINE_2 = '-';

export function BillingAddressFields({ value, optional }: AddressFieldsProps) {
  const parts = [...REQUIRED_PARTS, 'line2'].map(part => `billingAddress.${part}`);
  const getFieldProps = (part: (typeof REQUIRED_PARTS)[number]) => ({
    name: `billingAddress.${part}`,
    defaultValue: value?.[part] ?? '',
    autocomplete: `billing ${AUTOCOMPLETE[part]}`,
    ...(optional && { conditional: true, rule: requiredWith(`missing.${part}`, ...parts) }),
  });
  const line2 = value?.line2 === NO_LINE_2 ? '' : value?.line2;
  return (
    <FieldGroup name="billingAddress" legend={t('billingAddress')} optional={optional} columns>
      <TextField {...getFieldProps('line1')} />
      <TextField
        name="billingAddress.line2"
        defaultValue={line2}
        blankValue={NO_LINE_2}
        autocomplete={`billing ${AUTOCOMPLETE.line2}`}
        hint={t('line2Hint')}
        {...(optional ? { conditional: true } : { optional: true })}
      />
      <div class="thirds">
        <TextField {...getFieldProps('city')} />
        <TextField {...getFieldProps('postalCode')} />
        <CountryField name="billingAddress.country" value={value?.country} autocomplete="billing country" />
      </div>
    </FieldGroup>
  );
}

export const RegionsField = ({ selected = [] }: { selected?: User['regions'] }) => (
  <ChoiceGroup
    type="checkbox"
    name="regions"
    legend={t('regions')}
    hint={t('regionsHint')}
    options={listRegionOptions()}
    selected={selected}
  />
);

interface CompanyFieldsProps {
  readonly value?: Company | null;
  /** Whether the whole group may be left blank. If any of its fields is filled in, the tax ID is required. */
  readonly optional?: boolean;
}

export function CompanyFields({ value, optional }: CompanyFieldsProps) {
  const getFieldProps = (part: 'businessId' | 'taxId' | 'vatId') => ({
    name: `company.${part}`,
    defaultValue: value?.[part] ?? '',
  });
  // The legend of an optional group already says that the group is optional, so its fields are not marked.
  const optionalPart = optional ? { conditional: true } : { optional: true };
  const rule = requiredWith('missing.taxId', 'company.businessId', 'company.vatId');
  return (
    <FieldGroup name="company" legend={t('company')} optional={optional}>
      <div class="thirds">
        <TextField {...getFieldProps('businessId')} {...optionalPart} />
        <TextField {...getFieldProps('taxId')} {...(optional && { conditional: true, rule })} />
        <TextField {...getFieldProps('vatId')} {...optionalPart} />
      </div>
    </FieldGroup>
  );
}
