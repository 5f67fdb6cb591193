/** Form fields, each with a label, a control, a hint and the API's error messages. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { useForm } from './form.tsx';

interface CommonFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
}

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

export function useField(name: string, hint?: string) {
  const id = useId();
  const messages = useForm().errors[name] ?? [];
  const descriptionIds = [messages.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  const controlAttributes: ControlAttributes = {
    id,
    'aria-describedby': descriptionIds.length > 0 ? descriptionIds.join(' ') : undefined,
    'aria-invalid': messages.length > 0 || undefined,
  };
  return { id, messages, controlAttributes };
}

/** Shows the API's messages for a field. The messages are in Slovak in both languages of the console. */
export function FieldMessages({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <p class="message" id={`${id}-error`}>
      {messages.join(' ')}
    </p>
  );
}

export const FieldHint = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="hint" id={`${id}-hint`}>
    {children}
  </p>
);

function LabelledControl({
  name,
  label,
  hint,
  optional,
  children,
}: CommonFieldProps & { children(controlAttributes: ControlAttributes): ComponentChildren }) {
  const { t } = useTexts();
  const { id, messages, controlAttributes } = useField(name, hint);
  return (
    <div class="field" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <label for={id}>
        {label}
        {optional && <span class="optional">{t('optional')}</span>}
      </label>
      {children(controlAttributes)}
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}

interface TextFieldProps extends CommonFieldProps {
  readonly type?: 'text' | 'email' | 'password' | 'tel';
  /** Whether the value is sent as a number. */
  readonly number?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly defaultValue?: string;
}

export function TextField({ name, label, hint, optional, number, ...rest }: TextFieldProps) {
  return (
    <LabelledControl {...{ name, label, hint, optional }}>
      {controlAttributes => (
        <input
          {...(rest as { type: 'text' })}
          {...controlAttributes}
          name={name}
          {...(number && { inputMode: 'decimal', 'data-number': '' })}
          autocomplete={rest.autocomplete ?? 'off'}
        />
      )}
    </LabelledControl>
  );
}

export function SelectField({
  options,
  placeholderOption,
  value,
  onChange,
  number,
  autocomplete,
  ...fieldProps
}: CommonFieldProps & {
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Text of the option that is shown before the user selects one. */
  readonly placeholderOption?: string;
  readonly value?: string;
  readonly number?: boolean;
  readonly autocomplete?: string;
  onChange?(value: string): void;
}) {
  return (
    <LabelledControl {...fieldProps}>
      {controlAttributes => (
        <select
          {...controlAttributes}
          name={fieldProps.name}
          autocomplete={autocomplete ?? 'off'}
          {...(number && { 'data-number': '' })}
          onChange={event => onChange?.(event.currentTarget.value)}
        >
          {placeholderOption !== undefined && <option value="">{placeholderOption}</option>}
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

export function TextAreaField({
  rows = 3,
  value,
  onInput,
  ...fieldProps
}: CommonFieldProps & { rows?: number; value?: string; onInput?(text: string): void }) {
  return (
    <LabelledControl {...fieldProps}>
      {controlAttributes => (
        <textarea
          {...controlAttributes}
          name={fieldProps.name}
          rows={rows}
          defaultValue={value ?? ''}
          onInput={event => onInput?.(event.currentTarget.value)}
        />
      )}
    </LabelledControl>
  );
}

/** Single checkbox, with its label after the box. */
export function CheckboxField({ name, label, isChecked }: CommonFieldProps & { isChecked?: boolean }) {
  const { id, messages, controlAttributes } = useField(name);
  return (
    <div class="field check" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <input type="checkbox" {...controlAttributes} name={name} defaultChecked={isChecked ?? false} />
      <label for={id}>{label}</label>
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}
