/** What a form holds, as the API wants it: a name with dots is a member of an object. */
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
  if (control.dataset.number === undefined) return control.value;
  // As the console itself writes them: `1 249,90`.
  const number = Number(control.value.replaceAll(/\s/g, '').replace(',', '.'));
  // What is no number is for the API to refuse, in its own words.
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

/** A group of which nothing was filled in is not meant. */
export function nullIfBlank(values: FormValue, ...ignoredNames: string[]): FormValues | null {
  const group = values as FormValues;
  const isFilledIn = Object.entries(group).some(([name, value]) => value && !ignoredNames.includes(name));
  return isFilledIn ? group : null;
}

/**
 * Each message at a field that is there: at its own, else at that of a group around it (`regions.2`).
 * What belongs nowhere is left under the empty name.
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
