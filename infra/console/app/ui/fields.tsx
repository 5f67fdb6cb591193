/** Form fields, each with a label, a hint, a control and its error messages. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../core/language.ts';
import { useForm } from '../forms/form-context.ts';
import type { FieldMessage } from '../forms/form-errors.ts';
import { emailRule, phoneRule, type Rule } from '../forms/rules.ts';
import { MessageText } from './error-summary.tsx';
import { ProblemDetails } from './problem-notice.tsx';

export interface CommonFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly optional?: boolean | undefined;
  /** Whether the rule decides if a value is required, so the label says neither. */
  readonly conditional?: boolean | undefined;
  /** Rule of the value. A blank value of a required field has a message of its own. */
  readonly rule?: Rule | undefined;
}

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

const isFieldRequired = ({
  optional,
  conditional,
}: Pick<CommonFieldProps, 'optional' | 'conditional'>): boolean => !optional && !conditional;

/** Adds a field or group to its form. A group without a name has no messages and is not checked. */
export function useField({ name, label, hint, rule, ...field }: CommonFieldProps) {
  const id = useId();
  const form = useForm();
  const isRequired = isFieldRequired(field);
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
  return { id, messages, controlAttributes, initial: form.draft[name] };
}

/** Returns the text of a draft. A value that is missing in the draft, or is a list, does not count. */
export const readDraftText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Messages at a field. The element is always in the document, so screen readers announce a message that appears. */
export function FieldMessages({ id, messages }: { id: string; messages: readonly FieldMessage[] }) {
  const { problem } = useForm();
  const isOfApi = messages.some(message => 'text' in message);
  return (
    <div class="field-messages" aria-live="polite">
      {messages.length > 0 && (
        <p class="message" id={`${id}-error`}>
          {messages.map((message, index) => (
            <MessageText key={index} message={message} />
          ))}
        </p>
      )}
      {isOfApi && <ProblemDetails problem={problem} />}
    </div>
  );
}

export const FieldHint = ({ id, children }: { id: string; children: ComponentChildren }) => (
  <p class="hint" id={`${id}-hint`}>
    {children}
  </p>
);

/** Label that says whether the field is optional. The style sheet marks the required fields of such a form. */
export const FieldLabel = ({
  id,
  ...field
}: { id: string } & Pick<CommonFieldProps, 'label' | 'optional' | 'conditional'>) => (
  <label for={id} class={isFieldRequired(field) ? 'required' : undefined}>
    {field.label}
    {field.optional && <span class="optional">{t('optional')}</span>}
  </label>
);

interface LabelledControlProps extends CommonFieldProps {
  /** @param initial text of the form's draft, if there is one */
  children(attributes: ControlAttributes, initial: string | undefined): ComponentChildren;
}

export function LabelledControl({ children, ...props }: LabelledControlProps) {
  const { name, label, hint, optional, conditional } = props;
  const { id, messages, controlAttributes, initial } = useField(props);
  return (
    <div class="field" data-field={name} data-invalid={messages.length > 0 || undefined}>
      <FieldLabel {...{ id, label, optional, conditional }} />
      {children(controlAttributes, readDraftText(initial))}
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}

interface TextFieldProps extends CommonFieldProps {
  readonly type?: 'text' | 'email' | 'tel';
  /** Whether the value is sent as a number, and of which kind. */
  readonly number?: 'whole' | 'decimal' | undefined;
  readonly autocomplete?: string | undefined;
  readonly defaultValue?: string | undefined;
  /** Changes the text when the field is left, for example to its usual format. */
  complete?(text: string): string;
}

const RULES_BY_TYPE = { email: emailRule, tel: phoneRule, text: undefined } as const;

export function TextField(props: TextFieldProps) {
  const { name, type = 'text', number, autocomplete, defaultValue, complete, ...field } = props;
  return (
    <LabelledControl {...field} name={name} rule={field.rule ?? RULES_BY_TYPE[type]}>
      {(attributes, initial) => (
        <input
          {...attributes}
          type={type as 'text'}
          name={name}
          defaultValue={initial ?? defaultValue ?? ''}
          {...(number && { inputMode: number === 'whole' ? 'numeric' : 'decimal', 'data-number': '' })}
          {...(type === 'email' && { autocapitalize: 'none', spellcheck: false })}
          autocomplete={autocomplete ?? 'off'}
          onChange={event => {
            const control = event.currentTarget;
            const completed = complete?.(control.value) ?? control.value;
            if (completed === control.value) return;
            control.value = completed;
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
