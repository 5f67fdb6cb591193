import { t } from '../core/language.ts';
import { formatTypedIban } from '../forms/number-formats.ts';
import { ibanRule } from '../forms/rules.ts';
import { LabelledControl, TextField } from './fields.tsx';

interface PhoneFieldProps {
  readonly optional?: boolean | undefined;
  readonly defaultValue?: string;
}

export const PhoneField = ({ optional, defaultValue }: PhoneFieldProps) => (
  <TextField name="phone" hint={t('phoneHint')} optional={optional} defaultValue={defaultValue} />
);

/** Field for an IBAN. Its digits are grouped in fours while the user types. */
export const IbanField = () => (
  <LabelledControl name="bankAccount.iban" label={t('iban')} hint={t('ibanHint')} rule={ibanRule}>
    {attributes => (
      <input
        {...attributes}
        type="text"
        name="bankAccount.iban"
        class="iban"
        inputMode="text"
        autocapitalize="characters"
        autocomplete="off"
        spellcheck={false}
        data-private=""
        onInput={({ currentTarget: control, isComposing }) => {
          if (isComposing) return;
          const { value, selectionStart } = control;
          const { text, caret } = formatTypedIban(value, selectionStart ?? value.length);
          if (text === value) return;
          control.value = text;
          control.setSelectionRange(caret, caret);
        }}
      />
    )}
  </LabelledControl>
);
