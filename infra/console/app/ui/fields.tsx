/** Form fields, each with a label, a hint, a control and its error messages. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../core/language.ts';
import { useForm } from '../forms/form-context.ts';
import type { FieldMessage } from '../forms/form-errors.ts';
import { completePhone, completePostalCode, groupIban } from '../forms/number-formats.ts';
import { emailRule, phoneRule, type Rule } from '../forms/rules.ts';
import { TEXTS, type TextKey } from '../texts/all-texts.ts';
import { MessageText } from './error-summary.tsx';

export interface CommonFieldProps {
  readonly name: string;
  /** Label of the field. By default, it is the text whose key is the field's name. */
  readonly label?: string | undefined;
  readonly hint?: ComponentChildren;
  readonly optional?: boolean | undefined;
  /** Whether the rule decides if a value is required. */
  readonly conditional?: boolean | undefined;
  /** Rule for the value. A blank value of a required field has a separate message. */
  readonly rule?: Rule | undefined;
}

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

/** Returns the text whose key is the name of a field, or the last part of the name. */
export const getFieldLabel = (name: string): string =>
  t((name in TEXTS ? name : getLastPart(name)) as TextKey);

const getLastPart = (name: string): string => name.split('.').at(-1) ?? '';

/** Adds a field or group to its form. A group without a name has no messages and is not checked. */
export function useField(props: CommonFieldProps) {
  const { name, label = getFieldLabel(name), hint, optional, conditional, rule } = props;
  const id = useId();
  const form = useForm();
  const isRequired = !optional && !conditional;
  const definition = useRef({ label, isRequired, rule });
  definition.current = { label, isRequired, rule };
  useLayoutEffect(() => (name ? form.register(name, () => definition.current) : undefined), [name]);
  const messages = name ? (form.errors[name] ?? []) : [];
  const descriptionIds = [hint && `${id}-hint`, messages.length > 0 && `${id}-error`].filter(Boolean);
  const controlAttributes: ControlAttributes = {
    id,
    'aria-describedby': descriptionIds.length > 0 ? descriptionIds.join(' ') : undefined,
    'aria-invalid': messages.length > 0 || undefined,
    'aria-required': isRequired || undefined,
  };
  return { id, label, messages, controlAttributes, initial: form.draft[name] };
}

/** Returns a field's value in a draft if it is a text. Returns undefined if the value is missing or a list. */
export const readDraftText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Messages at a field. The element is always in the document, so screen readers announce a message that appears. */
export function FieldMessages({ id, messages }: { id: string; messages: readonly FieldMessage[] }) {
  return (
    <div class="field-messages" aria-live="polite">
      {messages.length > 0 && (
        <p class="message" id={`${id}-error`}>
          {messages.map((message, index) => (
            <MessageText key={index} message={message} />
          ))}
        </p>
      )}
    </div>
  );
}

export const FieldHint = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="hint" id={`${id}-hint`}>
    {children}
  </p>
);

interface LabelledControlProps extends CommonFieldProps {
  /** @param initial text of the form's draft, if there is one */
  children(attributes: ControlAttributes, initial: string | undefined): ComponentChildren;
}

/** Control with its label, hint and messages. Only optional fields are marked. */
export function LabelledControl({ children, ...props }: LabelledControlProps) {
  const { name, hint, optional } = props;
  const { id, label, messages, controlAttributes, initial } = useField(props);
  return (
    <div class="field" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <label for={id}>
        {label}
        {optional && <span class="optional">{t('optional')}</span>}
      </label>
      {children(controlAttributes, readDraftText(initial))}
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}

interface TextFieldProps extends CommonFieldProps {
  /** Kind of number that the field accepts. The value is sent as a number. By default, the value is sent as a text. */
  readonly number?: 'whole' | 'decimal' | undefined;
  readonly autocomplete?: string | undefined;
  readonly defaultValue?: string | undefined;
  /** Text that is sent for a blank field. */
  readonly blankValue?: string;
  /** Whether no draft may contain the value. */
  readonly isPrivate?: boolean;
}

const TYPES: Readonly<Record<string, string>> = { email: 'email', phone: 'tel' };
const RULES: Readonly<Record<string, Rule>> = { email: emailRule, phone: phoneRule };

/**
 * Functions that bring a text into its Slovak format, by the name of a field. The postal code of a billing address has
 * no such function, because the address can be foreign.
 */
const FORMATTERS: Readonly<Record<string, (text: string) => string>> = {
  phone: completePhone,
  'bankAccount.iban': groupIban,
  'realEstate.address.postalCode': completePostalCode,
};

/** Tokens for `autocomplete` by the last part of a field's name. */
export const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'username',
  phone: 'tel',
  firstName: 'given-name',
  lastName: 'family-name',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  postalCode: 'postal-code',
  day: 'bday-day',
  year: 'bday-year',
};

export function TextField({
  number,
  autocomplete,
  defaultValue = '',
  blankValue,
  isPrivate,
  ...field
}: TextFieldProps) {
  const { name, rule = RULES[name] } = field;
  const format = FORMATTERS[name] ?? (text => text);
  return (
    <LabelledControl {...field} rule={rule}>
      {(attributes, initial) => (
        <input
          {...attributes}
          type={(TYPES[name] ?? 'text') as 'text'}
          {...(name === 'email' && { autocapitalize: 'none', spellcheck: false })}
          autocomplete={autocomplete ?? AUTOCOMPLETE[getLastPart(name)] ?? 'off'}
          name={name}
          {...(isPrivate && { 'data-private': '' })}
          defaultValue={initial ?? format(defaultValue)}
          data-blank={blankValue}
          {...(number && { inputMode: number === 'whole' ? 'numeric' : 'decimal', 'data-number': '' })}
          onChange={event => {
            const control = event.currentTarget;
            const formatted = format(control.value);
            if (formatted === control.value) return;
            control.value = formatted;
            control.dispatchEvent(new Event('input', { bubbles: true }));
          }}
        />
      )}
    </LabelledControl>
  );
}

interface TextAreaFieldProps extends CommonFieldProps {
  readonly rows?: number;
  readonly value?: string;
  onInput?(text: string): void;
}

export const TextAreaField = ({ rows = 3, value, onInput, ...field }: TextAreaFieldProps) => (
  <LabelledControl {...field}>
    {(attributes, initial) => (
      <textarea
        {...attributes}
        name={field.name}
        rows={rows}
        defaultValue={initial ?? value ?? ''}
        onInput={event => onInput?.(event.currentTarget.value)}
      />
    )}
  </LabelledControl>
);
