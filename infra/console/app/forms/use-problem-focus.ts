/** Focus after a form was rejected: on the summary, on the only invalid field, or on the notice about the problem. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { focusField } from './form-controls.ts';

/** @param attempt number of the attempts to send the form, each of which moves the focus if it failed */
export function useProblemFocus(
  formRef: RefObject<HTMLFormElement | null>,
  attempt: number,
  firstInvalidField: string | undefined,
): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form || attempt === 0) return;
    const summary = form.querySelector<HTMLElement>('.error-summary');
    if (summary) {
      summary.focus({ preventScroll: true });
      summary.scrollIntoView({ block: 'center' });
    } else if (firstInvalidField !== undefined) focusField(form, firstInvalidField);
    else form.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [attempt]);
}
