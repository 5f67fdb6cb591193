/** Steps of a long form. All steps stay in the document, so their input is not lost. Only one of them is shown. */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { findStep } from './form-controls.ts';
import type { FormErrors } from './form-errors.ts';

export interface FormSteps {
  /** Number of the shown step, beginning with 1. */
  readonly current: number;
  readonly count: number;
  onChange(step: number, options?: { replace: boolean }): void;
}

export function useFormSteps(
  formRef: RefObject<HTMLFormElement | null>,
  steps: FormSteps | undefined,
  findErrors: (lastStep?: number) => FormErrors,
) {
  // A link or a reload can open a step before the earlier steps are filled in. Then the first step with an error opens.
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!form || !steps || steps.current === 1) return;
    const [firstError] = Object.keys(findErrors(steps.current - 1));
    const step = firstError === undefined ? undefined : findStep(form, firstError);
    if (step !== undefined) steps.onChange(step, { replace: true });
  }, [steps?.current]);

  return {
    currentStep: steps?.current,
    isLastStep: !steps || steps.current === steps.count,
    goTo: (step: number): void => steps?.onChange(step),
  };
}
