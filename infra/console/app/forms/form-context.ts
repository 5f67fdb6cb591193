import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Draft } from '../core/drafts.ts';
import type { FieldDefinition, FormErrors } from './form-errors.ts';

export interface FormState {
  readonly errors: FormErrors;
  readonly isBusy: boolean;
  readonly isBlocked: boolean;
  /** Values that replace the default values of the fields. */
  readonly draft: Draft;
  /** Adds a field to the checks of the form. Returns a function that removes it. */
  register(name: string, getDefinition: () => FieldDefinition): () => void;
  /** Checks a field: shows the error of the field's rule, or removes the shown error when the value is accepted. */
  check(name: string): void;
}

export const FormContext = createContext<FormState>({
  errors: {},
  isBusy: false,
  isBlocked: false,
  draft: {},
  register: () => () => undefined,
  check: () => undefined,
});

export const useForm = () => useContext(FormContext);
