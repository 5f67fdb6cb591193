import type { ComponentChildren } from 'preact';
import { t } from '../core/language.ts';
import { useForm } from '../forms/form-context.ts';
import type { Rule } from '../forms/rules.ts';
import { FieldHint, FieldMessages, useField } from './fields.tsx';

interface FieldGroupProps {
  /** Name under which the API reports errors of the whole group. Groups without such errors have no name. */
  readonly name?: string;
  readonly legend: string;
  readonly hint?: string | undefined;
  readonly columns?: boolean;
  /** Whether the whole group may be left blank. */
  readonly optional?: boolean | undefined;
  /** Whether a value of the group itself, such as a choice, is required. */
  readonly isRequired?: boolean;
  readonly rule?: Rule;
  readonly children: ComponentChildren;
}

export function FieldGroup(props: FieldGroupProps) {
  const { name = '', legend, hint, columns, optional, isRequired = false, rule, children } = props;
  const field = { name, label: legend, hint, optional: !isRequired, rule };
  const { id, messages, controlAttributes } = useField(field);
  return (
    <fieldset
      class="group"
      {...(name && { 'data-field': name })}
      data-invalid={messages.length > 0 || undefined}
      aria-describedby={controlAttributes['aria-describedby']}
    >
      <legend>
        {legend}
        {optional && <span class="optional">{t('optional')}</span>}
      </legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div class={columns ? 'columns' : 'rows'}>{children}</div>
      <FieldMessages id={id} messages={messages} />
    </fieldset>
  );
}

interface ChoiceGroupProps {
  readonly type: 'checkbox' | 'radio';
  readonly name: string;
  readonly legend: string;
  readonly hint?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly selected?: readonly string[];
  onChange?(value: string): void;
}

/**
 * Group of radio buttons, or of checkboxes whose checked values are sent as a list. At least one of them has to be
 * checked.
 */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, name, legend, hint, options, selected = [], onChange } = props;
  const draft = useForm().draft[name];
  const checked = Array.isArray(draft) ? draft : selected;
  return (
    <FieldGroup name={name} legend={legend} hint={hint} isRequired columns>
      {options.map(([value, label]) => (
        <label class="option" key={value}>
          <input
            type={type}
            name={name}
            value={value}
            {...(type === 'checkbox' && { 'data-list': '' })}
            defaultChecked={checked.includes(value)}
            onChange={() => onChange?.(value)}
          />
          {label}
        </label>
      ))}
    </FieldGroup>
  );
}
