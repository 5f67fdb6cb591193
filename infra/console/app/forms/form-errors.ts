/** Errors of a form's fields, from the console's own rules and from the API. */
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

/** Returns the key of the message about a field's value, or undefined when the value is accepted. */
function findFieldError(name: string, { isRequired, rule }: FieldDefinition, read: ReadValue) {
  const value = read(name);
  return isRequired && value.trim() === '' ? getMissingText(name) : rule?.(value, read);
}

/** Returns the key of the text for a missing value. The key depends on the last part of the field name. */
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
 * Returns the errors to show after the value of a field has changed. An error of a rule disappears when the value
 * fulfils the rule, even if the change was made in another field. An error of the API disappears when its field, or a
 * field of its group, changes. Fields without a shown error get none.
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

/**
 * Shows the error of a rule at a field, or removes the shown error when the rule finds none. An error of the API is
 * replaced by the error of a rule, but is not removed.
 */
export function replaceRuleError(
  shown: FormErrors,
  name: string,
  messages: readonly FieldMessage[] | undefined,
): FormErrors {
  if (messages) return { ...shown, [name]: messages };
  const { [name]: former = [], ...others } = shown;
  return former.some(isOfApi) ? shown : others;
}

/** Adds the shown errors of the API to the errors of the rules. A field with both gets only the error of the rule. */
export function keepApiErrors(shown: FormErrors, current: FormErrors): FormErrors {
  const standing = Object.entries(shown).filter(([, messages]) => messages.some(isOfApi));
  return { ...Object.fromEntries(standing), ...current };
}

export function toFormErrors(errors: Readonly<Record<string, readonly string[]>>): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name, texts.map(text => ({ text }))]),
  );
}
