/** Groups of fields that several forms have (infra/docs/api/conventions.md). */

import type { Address, Company, ShippingAddress } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { COUNTRIES, countryName } from './countries.ts';
import { Choice, Field } from './field.tsx';
import { Group } from './group.tsx';

export function CountryField({ name, label, value }: { name: string; label: string; value?: string }) {
  const { now } = useTexts();
  const options = COUNTRIES.map(code => [code, countryName(code, now)] as const);
  options.sort(([, one], [, other]) => one.localeCompare(other, now));
  return <Choice {...{ name, label, options }} value={value ?? 'SK'} autocomplete="country" />;
}

type Person = Readonly<Record<'firstName' | 'lastName' | 'phone', string | null>>;

/** Who somebody is, and how to call them. */
export function PersonFields({ value }: { value: Person }) {
  const { t } = useTexts();
  const field = (name: keyof Person, autocomplete: string) => ({
    name,
    label: t(name),
    defaultValue: value[name] ?? '',
    autocomplete,
  });
  return (
    <>
      <Field {...field('firstName', 'given-name')} />
      <Field {...field('lastName', 'family-name')} />
      <Field {...field('phone', 'tel')} type="tel" />
    </>
  );
}

/** Typed twice. */
export function NewPassword({ label }: { label: string }) {
  const { t } = useTexts();
  const password = { type: 'password', autocomplete: 'new-password' } as const;
  return (
    <div class="columns">
      <Field name="password" label={label} hint={t('passwordHint')} {...password} />
      <Field name="passwordConfirmation" label={t('passwordAgain')} {...password} />
    </div>
  );
}

interface AddressProps {
  readonly name: 'billingAddress' | 'shippingAddress';
  readonly legend: string;
  readonly hint?: string;
  readonly value?: Address | ShippingAddress | null;
}

export function AddressFields({ name, legend, hint, value }: AddressProps) {
  const { t } = useTexts();
  const kind = name === 'billingAddress' ? 'billing' : 'shipping';
  const field = (member: keyof Address, autocomplete: string) => ({
    name: `${name}.${member}`,
    label: t(`address.${member}`),
    defaultValue: value?.[member] ?? '',
    autocomplete: `${kind} ${autocomplete}`,
  });
  return (
    <Group name={name} legend={legend} {...(hint && { hint })} columns>
      <Field {...field('line1', 'address-line1')} />
      <Field {...field('line2', 'address-line2')} hint={t('address.line2Hint')} />
      <Field {...field('city', 'address-level2')} />
      <Field {...field('postalCode', 'postal-code')} />
      <CountryField
        name={`${name}.country`}
        label={t('address.country')}
        {...(value && { value: value.country })}
      />
    </Group>
  );
}

interface CompanyProps {
  readonly value?: Company | null;
  readonly hint?: string;
}

export function CompanyFields({ value, hint }: CompanyProps) {
  const { t } = useTexts();
  return (
    <Group name="company" legend={t('company')} {...(hint && { hint })} columns>
      <Field
        name="company.businessId"
        label={t('company.businessId')}
        optional
        defaultValue={value?.businessId ?? ''}
      />
      <Field name="company.taxId" label={t('company.taxId')} defaultValue={value?.taxId ?? ''} />
      <Field name="company.vatId" label={t('company.vatId')} optional defaultValue={value?.vatId ?? ''} />
    </Group>
  );
}
