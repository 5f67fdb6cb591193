/** Groups of fields with a common legend. */
import type { ComponentChildren } from 'preact';
import { FieldHint, FieldMessages, useField } from './fields.tsx';

interface FieldGroupProps {
  /** Name under which the API reports errors of the whole group. Groups without such errors have no name. */
  readonly name?: string;
  readonly legend: string;
  readonly hint?: string;
  readonly columns?: boolean;
  readonly children: ComponentChildren;
}

export function FieldGroup({ name, legend, hint, columns, children }: FieldGroupProps) {
  const { id, messages, controlAttributes } = useField(name ?? '', hint);
  const groupMessages = name ? messages : [];
  return (
    <fieldset
      class="group"
      {...(name && { 'data-field': name })}
      data-invalid={groupMessages.length > 0 || undefined}
      aria-describedby={name || hint ? controlAttributes['aria-describedby'] : undefined}
    >
      <legend>{legend}</legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div class={columns ? 'columns' : 'rows'}>{children}</div>
      <FieldMessages id={id} messages={groupMessages} />
    </fieldset>
  );
}

/** Group of checkboxes whose checked values are sent as a list. */
export function CheckboxGroup({
  name,
  legend,
  hint,
  options,
  selected = [],
}: Omit<FieldGroupProps, 'name' | 'children'> & {
  readonly name: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly selected?: readonly string[];
}) {
  return (
    <FieldGroup {...{ name, legend }} {...(hint && { hint })} columns>
      {options.map(([value, label]) => (
        <label class="option" key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            data-list=""
            defaultChecked={selected.includes(value)}
          />
          {label}
        </label>
      ))}
    </FieldGroup>
  );
}

/** Group of radio buttons. */
export function RadioGroup({
  name,
  legend,
  options,
  selected,
  onChange,
}: Omit<FieldGroupProps, 'name' | 'children'> & {
  readonly name: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly selected?: string;
  onChange?(value: string): void;
}) {
  return (
    <FieldGroup name={name} legend={legend} columns>
      {options.map(([value, label]) => (
        <label class="option" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === selected}
            onChange={() => onChange?.(value)}
          />
          {label}
        </label>
      ))}
    </FieldGroup>
  );
}
