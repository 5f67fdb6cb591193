/** Fields that belong together. */
import type { ComponentChildren } from 'preact';
import { Hint, Messages, useField } from './field.tsx';

interface GroupProps {
  /** A field of the API, if it reports the group as one. */
  readonly name?: string;
  readonly legend: string;
  readonly hint?: string;
  readonly columns?: boolean;
  readonly children: ComponentChildren;
}

export function Group({ name, legend, hint, columns, children }: GroupProps) {
  const { id, messages, described } = useField(name ?? '', hint);
  const own = name ? messages : [];
  return (
    <fieldset
      class="group"
      {...(name && { 'data-field': name })}
      data-invalid={own.length > 0 || undefined}
      aria-describedby={name || hint ? described['aria-describedby'] : undefined}
    >
      <legend>{legend}</legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      <div class={columns ? 'columns' : 'rows'}>{children}</div>
      <Messages id={id} messages={own} />
    </fieldset>
  );
}

/** Any number of a few: what is chosen goes as a list. */
export function Several({
  name,
  legend,
  hint,
  options,
  chosen = [],
}: Omit<GroupProps, 'name' | 'children'> & {
  readonly name: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen?: readonly string[];
}) {
  return (
    <Group {...{ name, legend }} {...(hint && { hint })} columns>
      {options.map(([value, label]) => (
        <label class="option" key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            data-list=""
            defaultChecked={chosen.includes(value)}
          />
          {label}
        </label>
      ))}
    </Group>
  );
}

/** One of a few, all of them to be seen. */
export function OneOf({
  name,
  legend,
  options,
  chosen,
  onChange,
}: Omit<GroupProps, 'name' | 'children'> & {
  readonly name: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen?: string;
  onChange?(value: string): void;
}) {
  return (
    <Group name={name} legend={legend} columns>
      {options.map(([value, label]) => (
        <label class="option" key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            onChange={() => onChange?.(value)}
          />
          {label}
        </label>
      ))}
    </Group>
  );
}
