import type { Draft } from '../core/drafts.ts';
import type { ReadValue } from './rules.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const listControls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element.matches('input, select, textarea') && (element as Control).name !== '',
  );

const isTicked = (control: Control): boolean =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? control.checked
    : true;

/** Creates the function that reads a field's text. A checked box without a value of its own has the text `on`. */
export function createValueReader(form: HTMLFormElement): ReadValue {
  const controls = listControls(form);
  return name =>
    controls
      .filter(control => control.name === name && isTicked(control))
      .map(({ value }) => value)
      .join(' ');
}

/** Returns whether a control has input that no draft may contain: a password or a file. */
const isPrivate = (control: Control): boolean =>
  control.type === 'file' || control.dataset.private !== undefined;

export const hasPrivateInput = (form: HTMLFormElement): boolean =>
  listControls(form).some(control => isPrivate(control) && control.value !== '');

export function readDraftValues(form: HTMLFormElement): Draft {
  const draft: Record<string, string | string[]> = {};
  for (const control of listControls(form)) {
    if (isPrivate(control)) continue;
    const { name, value } = control;
    if (control.dataset.list !== undefined) {
      const list = (draft[name] ?? []) as string[];
      draft[name] = isTicked(control) ? [...list, value] : list;
    } else if (control.type === 'checkbox') draft[name] = isTicked(control) ? 'on' : '';
    else if (isTicked(control)) draft[name] = value;
  }
  return draft;
}

const findFieldElement = (form: HTMLFormElement, name: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);

/** Returns the names of the fields and groups in their order on the page. */
export const listFieldNames = (container: HTMLElement): string[] =>
  [...container.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field ?? '');

/** Moves the focus to the first control of a field or group, and scrolls to the field. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = findFieldElement(form, name);
  const details = field?.closest('details');
  if (details) details.open = true;
  field?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** Returns the number of the step that contains a field, or undefined in a form without steps. */
export function findStep(form: HTMLFormElement, name: string): number | undefined {
  const step = findFieldElement(form, name)?.closest<HTMLElement>('[data-step]')?.dataset.step;
  return step ? Number(step) : undefined;
}
