/** Errors of a form's fields: those of the console's own rules, and those of the API. */
import type { TextKey } from '../texts/all-texts.ts';
import { FIELD_ERRORS } from '../texts/field-errors.ts';
import type { ReadValue, Rule } from './rules.ts';

/** Message at a field: a text of the console's rules, or the text of an error of the API. */
export type FieldMessage = { readonly key: TextKey } | { readonly text: string };

const isOfApi = (message: FieldMessage): boolean => 'text' in message;

/** Messages by the name of the field. Messages that belong to no field have the empty name. */
export type FormErrors = Readonly<Record<string, readonly FieldMessage[]>>;

export interface FieldDefinition {
  readonly label: string;
  readonly isRequired: boolean;
  readonly rule: Rule | undefined;
}

/** Returns the message about a field's value, or undefined when the value is accepted. */
function findFieldError(name: string, { isRequired, rule }: FieldDefinition, read: ReadValue) {
  const value = read(name);
  return isRequired && value.trim() === '' ? getMissingText(name) : rule?.(value, read);
}

/** Returns the text for a missing field. It depends on the last part of the name. */
function getMissingText(name: string): TextKey {
  const key = `missing.${name.split('.').at(-1)}`;
  return key in FIELD_ERRORS ? (key as TextKey) : 'missing.';
}

export function checkFields(
  fields: readonly (readonly [name: string, definition: FieldDefinition])[],
  read: ReadValue,
): FormErrors {
  const errors: Record<string, readonly FieldMessage[]> = {};
  for (const [name, definition] of fields) {
    const key = findFieldError(name, definition, read);
    if (key) errors[name] = [{ key }];
  }
  return errors;
}

/**
 * Returns the shown errors after the value of a field has changed. An error of the console goes when its rule is
 * fulfilled, wherever the change was made. An error of the API goes when its field, or a field of its group, changes.
 * No new error is shown.
 * @param current errors that the rules find now
 */
export function updateShownErrors(shown: FormErrors, changedField: string, current: FormErrors): FormErrors {
  const updated: Record<string, readonly FieldMessage[]> = {};
  for (const [name, messages] of Object.entries(shown)) {
    const isChanged = name === changedField || changedField.startsWith(`${name}.`);
    const remaining = messages.some(isOfApi) ? (isChanged ? undefined : messages) : current[name];
    if (remaining) updated[name] = remaining;
  }
  return updated;
}

/** Shows the error of a rule at a field, or removes it when there is none. An error of the API stays until then. */
export function replaceRuleError(
  shown: FormErrors,
  name: string,
  messages: readonly FieldMessage[] | undefined,
): FormErrors {
  if (messages) return { ...shown, [name]: messages };
  const { [name]: former = [], ...others } = shown;
  return former.some(isOfApi) ? shown : others;
}

/** Adds the errors of the API that are still shown to the errors of the rules. */
export function keepApiErrors(shown: FormErrors, current: FormErrors): FormErrors {
  const standing = Object.entries(shown).filter(([, messages]) => messages.some(isOfApi));
  return { ...Object.fromEntries(standing), ...current };
}

export function toFormErrors(errors: Readonly<Record<string, readonly string[]>>): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map(text => ({ text }))]),
  );
}
