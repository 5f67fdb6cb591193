/** Form fields with predefined values: a select box, and a single checkbox. */
import { useState } from 'preact/hooks';
import { t } from '../core/language.ts';
import {
  type CommonFieldProps,
  FieldHint,
  FieldMessages,
  LabelledControl,
  readDraftText,
  useField,
} from './fields.tsx';

interface SelectFieldProps extends CommonFieldProps {
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Whether nothing is selected at first. */
  readonly isBlank?: boolean;
  readonly value?: string;
  readonly number?: boolean;
  readonly autocomplete?: string;
  onChange?(value: string): void;
}

export function SelectField(props: SelectFieldProps) {
  const { options, isBlank, value, onChange, number, autocomplete, ...field } = props;
  // The user's choice stays when the default value changes.
  const [chosen, setChosen] = useState<string>();
  return (
    <LabelledControl {...field}>
      {(attributes, initial) => (
        <select
          {...attributes}
          name={field.name}
          autocomplete={autocomplete ?? 'off'}
          {...(number && { 'data-number': '' })}
          onChange={event => {
            setChosen(event.currentTarget.value);
            onChange?.(event.currentTarget.value);
          }}
        >
          {isBlank && <option value="">{t('choose')}</option>}
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === (chosen ?? initial ?? value)}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

interface CheckboxFieldProps extends CommonFieldProps {
  readonly isChecked?: boolean;
}

/** Single checkbox, with its label after the box. It is optional by default. */
export function CheckboxField({ isChecked, optional = true, ...field }: CheckboxFieldProps) {
  const { id, label, messages, controlAttributes, initial } = useField({ ...field, optional });
  const draft = readDraftText(initial);
  return (
    <div class="field check" data-field={field.name} data-invalid={messages.length > 0 || undefined}>
      <input
        type="checkbox"
        {...controlAttributes}
        name={field.name}
        defaultChecked={draft === undefined ? (isChecked ?? false) : draft === 'on'}
      />
      <label for={id}>{label}</label>
      {field.hint && <FieldHint id={id}>{field.hint}</FieldHint>}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}
