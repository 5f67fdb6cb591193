/** Fields of a form: a label, a control, a hint, and the messages of the API. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { useForm } from './form.tsx';

interface Shell {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
}

export interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

export function useField(name: string, hint?: string) {
  const id = useId();
  const messages = useForm().errors[name] ?? [];
  const parts = [messages.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  const described: Described = {
    id,
    'aria-describedby': parts.length > 0 ? parts.join(' ') : undefined,
    'aria-invalid': messages.length > 0 || undefined,
  };
  return { id, messages, described };
}

/** The API's own words, which are Slovak (infra/docs/api/conventions.md). */
export function Messages({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <p class="message" id={`${id}-error`} lang="sk">
      {messages.join(' ')}
    </p>
  );
}

export const Hint = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="hint" id={`${id}-hint`}>
    {children}
  </p>
);

function Labelled({
  name,
  label,
  hint,
  optional,
  children,
}: Shell & { children(described: Described): ComponentChildren }) {
  const { t } = useTexts();
  const { id, messages, described } = useField(name, hint);
  return (
    <div class="field" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <label for={id}>
        {label}
        {optional && <span class="optional">{t('optional')}</span>}
      </label>
      {children(described)}
      {hint && <Hint id={id}>{hint}</Hint>}
      <Messages id={id} messages={messages} />
    </div>
  );
}

interface InputProps extends Shell {
  readonly type?: 'text' | 'email' | 'password' | 'tel';
  /** Goes as a number. */
  readonly number?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly defaultValue?: string;
}

export function Field({ name, label, hint, optional, number, ...rest }: InputProps) {
  return (
    <Labelled {...{ name, label, hint, optional }}>
      {described => (
        <input
          {...(rest as { type: 'text' })}
          {...described}
          name={name}
          {...(number && { inputMode: 'decimal', 'data-number': '' })}
          autocomplete={rest.autocomplete ?? 'off'}
        />
      )}
    </Labelled>
  );
}

export function Choice({
  options,
  blank,
  value,
  onChange,
  number,
  autocomplete,
  ...shell
}: Shell & {
  readonly options: readonly (readonly [value: string, label: string])[];
  /** What stands there before anything is chosen. */
  readonly blank?: string;
  readonly value?: string;
  readonly number?: boolean;
  readonly autocomplete?: string;
  onChange?(value: string): void;
}) {
  return (
    <Labelled {...shell}>
      {described => (
        <select
          {...described}
          name={shell.name}
          autocomplete={autocomplete ?? 'off'}
          {...(number && { 'data-number': '' })}
          onChange={event => onChange?.(event.currentTarget.value)}
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {options.map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function LongText({ rows = 3, value, ...shell }: Shell & { rows?: number; value?: string }) {
  return (
    <Labelled {...shell}>
      {described => <textarea {...described} name={shell.name} rows={rows} defaultValue={value ?? ''} />}
    </Labelled>
  );
}

/** Agreement, or a switch: the label stands behind its box. */
export function Check({ name, label, checked }: Shell & { checked?: boolean }) {
  const { id, messages, described } = useField(name);
  return (
    <div class="field check" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <input type="checkbox" {...described} name={name} defaultChecked={checked ?? false} />
      <label for={id}>{label}</label>
      <Messages id={id} messages={messages} />
    </div>
  );
}
