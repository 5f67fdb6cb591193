/**
 * Errors of the fields of a form: checked when a field is left, when a shown error is corrected, and before sending.
 */
import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { createValueReader, findStep, listFieldNames } from './form-controls.ts';
import {
  checkFields,
  type FieldDefinition,
  type FormErrors,
  keepApiErrors,
  replaceRuleError,
  updateShownErrors,
} from './form-errors.ts';

export function useFieldErrors(formRef: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FormErrors>({});
  const definitions = useRef(new Map<string, () => FieldDefinition>());
  const changedFields = useRef(new Set<string>());

  return {
    errors,
    ...useMemo(() => {
      /** Checks all fields, or only those of the steps up to `lastStep`. */
      function findErrors(lastStep = Number.POSITIVE_INFINITY): FormErrors {
        const form = formRef.current;
        if (!form) return {};
        const fields = listFieldNames(form).flatMap(name => {
          const definition = definitions.current.get(name)?.();
          return definition && (findStep(form, name) ?? 1) <= lastStep ? [[name, definition] as const] : [];
        });
        return checkFields(fields, createValueReader(form));
      }

      function check(name: string): void {
        const messages = findErrors()[name];
        setErrors(shown => replaceRuleError(shown, name, messages));
      }

      return {
        findErrors,
        check,
        setErrors,
        register(name: string, getDefinition: () => FieldDefinition) {
          definitions.current.set(name, getDefinition);
          return () => void definitions.current.delete(name);
        },
        getLabel: (name: string): string => definitions.current.get(name)?.().label ?? name,
        hasChanged: (): boolean => changedFields.current.size > 0,
        forgetChanges: (): void => changedFields.current.clear(),
        /** Removes corrected errors, in the changed field and in fields that depend on it. */
        handleInput(event: Event): void {
          const { name } = event.target as HTMLInputElement;
          if (!name) return;
          changedFields.current.add(name);
          setErrors(shown => updateShownErrors(shown, name, findErrors()));
        },
        /** Checks a changed field that has lost the focus, and the groups that contain it. */
        handleFocusOut({ target, relatedTarget }: FocusEvent): void {
          if (!changedFields.current.has((target as HTMLInputElement).name)) return;
          const names = listLeftFields(target as Element, relatedTarget as Element | null);
          afterClick(() => {
            for (const name of names) if (definitions.current.has(name)) check(name);
          });
        },
        /**
         * Shows the errors of all fields, or only of the steps up to `lastStep`. Returns whether a rule found an error.
         */
        showErrors(lastStep?: number): boolean {
          const found = findErrors(lastStep);
          setErrors(shown => keepApiErrors(shown, found));
          return Object.keys(found).length > 0;
        },
      };
    }, [formRef]),
  };
}

/** Returns the names of the fields and groups that contain the formerly focused element but not the new one. */
function listLeftFields(former: Element, next: Element | null): string[] {
  const field = former.closest<HTMLElement>('[data-field]');
  if (!field || field.contains(next)) return [];
  const outer = field.parentElement ? listLeftFields(field.parentElement, next) : [];
  return [field.dataset.field ?? '', ...outer];
}

let isPointerDown = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  const handlePointer = () => {
    isPointerDown = type === 'pointerdown';
  };
  addEventListener(type, handlePointer, true);
}

/**
 * Calls a function after the current click has ended. A message that appears while the user presses a button would move
 * the button away from the pointer, and the click would have no effect.
 */
function afterClick(act: () => void): void {
  if (isPointerDown) addEventListener('pointerup', () => setTimeout(act), { once: true, capture: true });
  else act();
}
