import { parseNumber } from './number-formats.ts';

/** Values of a form in the structure of a request body. A field name with dots becomes a nested object. */
export type FormValues = { [name: string]: FormValue };
export type FormValue = string | number | boolean | File | undefined | FormValue[] | FormValues;

export function readFormValues(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const element of form.elements) {
    const control = element as HTMLInputElement;
    if (!control.name || control.disabled || control.matches('fieldset, button, output')) continue;
    if (control.type === 'radio' && !control.checked) continue;
    if (control.type === 'checkbox' && control.dataset.list !== undefined) addToList(values, control);
    else setValueAtPath(values, control.name.split('.'), readControl(control));
  }
  return values;
}

function readControl(control: HTMLInputElement): FormValue {
  if (control.type === 'checkbox') return control.checked;
  if (control.type === 'file') return control.files?.[0];
  if (control.dataset.number === undefined) return control.value || (control.dataset.blank ?? '');
  const number = parseNumber(control.value);
  // A text that is not a number is sent unchanged, so that the API rejects it with a message.
  return control.value.trim() === '' ? undefined : Number.isNaN(number) ? control.value : number;
}

function addToList(values: FormValues, control: HTMLInputElement): void {
  const list = (values[control.name] ?? []) as FormValue[];
  values[control.name] = control.checked ? [...list, control.value] : list;
}

function setValueAtPath(values: FormValues, [name = '', ...rest]: string[], value: FormValue): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  values[name] ??= {};
  setValueAtPath(values[name] as FormValues, rest, value);
}

/** Returns the values of a field group, or null if all fields except the ignored ones are empty. */
export function readOptionalGroup(values: FormValue, ...ignoredNames: string[]): FormValues | null {
  const group = values as FormValues;
  const isFilledIn = Object.entries(group).some(([name, value]) => value && !ignoredNames.includes(name));
  return isFilledIn ? group : null;
}

/**
 * Assigns each error message to the field that the message names, otherwise to the nearest group that contains that
 * field (`regions` for `regions.2`). Messages without such a field or group are returned under the empty name.
 */
export function assignErrorsToFields(
  errors: Readonly<Record<string, readonly string[]>>,
  fieldNames: readonly string[],
) {
  const errorsByField: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const name = findNearestField(path, fieldNames);
    errorsByField[name] = [...(errorsByField[name] ?? []), ...messages];
  }
  for (const [name, messages] of Object.entries(errorsByField)) errorsByField[name] = [...new Set(messages)];
  return errorsByField;
}

function findNearestField(path: string, fieldNames: readonly string[]): string {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    if (fieldNames.includes(name)) return name;
  }
  return '';
}
