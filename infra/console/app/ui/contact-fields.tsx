import { t } from '../core/language.ts';
import { ibanRule } from '../forms/rules.ts';
import { TextField } from './fields.tsx';

interface PhoneFieldProps {
  readonly optional?: boolean | undefined;
  readonly defaultValue?: string;
}

export const PhoneField = ({ optional, defaultValue }: PhoneFieldProps) => (
  <TextField name="phone" hint={t('phoneHint')} optional={optional} defaultValue={defaultValue} />
);

export const IbanField = () => (
  <TextField name="bankAccount.iban" label={t('iban')} hint={t('ibanHint')} rule={ibanRule} isPrivate />
);
