import { useRef } from 'preact/hooks';
import { errorTexts, isProblem, type Progress } from '../../../client/runtime/index.ts';
import { announceDone } from '../core/announcements.ts';
import { removeDraft } from '../core/drafts.ts';
import { keepFocus } from '../core/focus.ts';
import { language } from '../core/language.ts';
import { getWaitSeconds } from '../core/polling.ts';
import { listFieldNames } from './form-controls.ts';
import { type FormErrors, toFormErrors } from './form-errors.ts';
import { assignErrorsToFields, readFormValues } from './form-values.ts';
import type { useFieldErrors } from './use-field-errors.ts';

export interface SubmitOptions {
  /**
   * Idempotency key, which stays the same when the user sends the form again after a lost response. The API therefore
   * does not repeat the work.
   */
  readonly idempotencyKey: string;
  /** Signal that aborts uploads that are still running when the form is rejected. */
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

export interface SubmissionProps<Input> {
  /**
   * Sends the values in the structure that the field names determine. The form does not check the structure, because
   * the API rejects missing or invalid fields.
   */
  onSubmit(values: Input, options: SubmitOptions): Promise<unknown>;
  /** Called with the error, which the form also shows. */
  onError?(problem: unknown): unknown;
  /** Returns the field at which to show an error that the API does not assign to a field. */
  findField?(problem: unknown): string | undefined;
  /** Name of the draft that keeps the input in this tab. */
  readonly draft?: string;
  /**
   * Whether the draft is kept after the form was sent, because the user may return to the form. The form then shows no
   * notice about the draft.
   */
  readonly keepsDraft?: boolean;
}

export interface SubmissionState {
  readonly isBusy: boolean;
  /** Whether the form cannot be sent yet, because a rate limit was exceeded. */
  readonly isBlocked?: boolean;
  readonly problem?: unknown;
  /** Whether the fields show all messages of the problem, so that no notice is needed. */
  readonly isAtFields?: boolean;
}

/** Returns two functions: one sends the form, the other renews the form's idempotency key after each input. */
export function useSubmission<Input>(
  { onSubmit, onError, findField, draft, keepsDraft }: SubmissionProps<Input>,
  { setErrors, forgetChanges }: ReturnType<typeof useFieldErrors>,
  setState: (state: SubmissionState) => void,
  setProgress: (progress: Progress | undefined) => void,
) {
  const idempotencyKeyRef = useRef(crypto.randomUUID());
  const renewKey = (): void => {
    idempotencyKeyRef.current = crypto.randomUUID();
  };

  /** @param name text of the button that sends the form */
  async function send(form: HTMLFormElement, name: string): Promise<void> {
    const restoreFocus = keepFocus(form);
    const controller = new AbortController();
    setErrors({});
    setState({ isBusy: true });
    try {
      await onSubmit(readFormValues(form) as Input, {
        idempotencyKey: idempotencyKeyRef.current,
        signal: controller.signal,
        // After the form was rejected, an upload that is still running may report progress, which is ignored.
        onProgress: progress => controller.signal.aborted || setProgress(progress),
      });
      renewKey();
      forgetChanges();
      if (draft && !keepsDraft) removeDraft(draft);
      setState({ isBusy: false });
      announceDone(name);
    } catch (problem) {
      if (isProblem(problem) && !problem.mayHaveTakenEffect) renewKey();
      const errors = listErrors(problem, form);
      setErrors(errors);
      const waitSeconds = getWaitSeconds(problem);
      setState({
        isBusy: false,
        isBlocked: waitSeconds > 0,
        problem,
        isAtFields: Object.keys(errors).length > 0,
      });
      if (waitSeconds > 0) setTimeout(() => setState({ isBusy: false }), 1000 * waitSeconds);
      await onError?.(problem);
    }
    controller.abort();
    setProgress(undefined);
    restoreFocus();
  }

  function listErrors(problem: unknown, form: HTMLFormElement): FormErrors {
    const { message, fields } = errorTexts(problem, language.value);
    const field = findField?.(problem);
    if (field) return { [field]: [{ text: message }] };
    return toFormErrors(assignErrorsToFields(fields, listFieldNames(form)));
  }

  return { send, renewKey };
}
