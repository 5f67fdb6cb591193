/** What a form holds, as the API wants it: a name with dots is a member of an object. */
export type Values = { [name: string]: Value };
export type Value = string | number | boolean | File | undefined | Value[] | Values;

export function readValues(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const element of form.elements) {
    const control = element as HTMLInputElement;
    if (!control.name || control.disabled || control.matches('fieldset, button, output')) continue;
    if (control.type === 'radio' && !control.checked) continue;
    if (control.type === 'checkbox' && control.dataset.list !== undefined) addTo(values, control);
    else put(values, control.name.split('.'), read(control));
  }
  return values;
}

function read(control: HTMLInputElement): Value {
  if (control.type === 'checkbox') return control.checked;
  if (control.type === 'file') return control.files?.[0];
  if (control.dataset.number === undefined) return control.value;
  // As the console itself writes them: `1 249,90`.
  const number = Number(control.value.replaceAll(/\s/g, '').replace(',', '.'));
  // What is no number is for the API to refuse, in its own words.
  return control.value.trim() === '' ? undefined : Number.isNaN(number) ? control.value : number;
}

function addTo(values: Values, control: HTMLInputElement): void {
  const list = (values[control.name] ?? []) as Value[];
  values[control.name] = control.checked ? [...list, control.value] : list;
}

function put(values: Values, [name = '', ...rest]: string[], value: Value): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  values[name] ??= {};
  put(values[name] as Values, rest, value);
}

/** A group of which nothing was filled in is not meant. */
export function withoutBlanks(values: Value, ...given: string[]): Values | null {
  const group = values as Values;
  const filled = Object.entries(group).some(([name, value]) => value && !given.includes(name));
  return filled ? group : null;
}

/**
 * Each message at a field that is there: at its own, else at that of a group around it (`regions.2`).
 * What belongs nowhere is left under the empty name.
 */
export function placeErrors(errors: Readonly<Record<string, readonly string[]>>, names: readonly string[]) {
  const placeErrors: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const name = nearest(path, names);
    placeErrors[name] = [...(placeErrors[name] ?? []), ...messages];
  }
  for (const [name, messages] of Object.entries(placeErrors)) placeErrors[name] = [...new Set(messages)];
  return placeErrors;
}

function nearest(path: string, names: readonly string[]): string {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    if (names.includes(name)) return name;
  }
  return '';
}
