/**
 * Form that is sent to the API. Its fields are checked while the form is filled in and before it is sent. The API makes
 * the final decision. All errors are shown at once: next to their fields, and in a summary when there are three or
 * more.
 */
import { type ComponentChildren, Fragment, type RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Progress } from '../../../client/runtime/index.ts';
import { announceToScreenReaders } from '../core/announcements.ts';
import { t } from '../core/language.ts';
import { FormContext } from '../forms/form-context.ts';
import { findStep, focusField, listFieldNames } from '../forms/form-controls.ts';
import type { FormErrors } from '../forms/form-errors.ts';
import type { FormValues } from '../forms/form-values.ts';
import { type LeaveWarning, useDraft, useLeaveWarning } from '../forms/use-draft.ts';
import { useFieldErrors } from '../forms/use-field-errors.ts';
import { type FormSteps, useFormSteps } from '../forms/use-form-steps.ts';
import { type SubmissionProps, type SubmissionState, useSubmission } from '../forms/use-submission.ts';
import { ErrorSummary } from './error-summary.tsx';
import { DraftNotice, UploadProgress } from './form-parts.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export { SubmitButton } from './form-parts.tsx';

interface FormProps<Input> extends SubmissionProps<Input> {
  readonly label: string;
  readonly leaveWarning?: LeaveWarning;
  readonly steps?: FormSteps;
  readonly children: ComponentChildren;
}

export function Form<Input = FormValues>(props: FormProps<Input>) {
  const { label, draft: draftName, leaveWarning = 'lost-input', steps, children } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const [{ isBusy, isBlocked = false, problem, isAtFields }, setState] = useState<SubmissionState>({
    isBusy: false,
  });
  const [progress, setProgress] = useState<Progress>();
  const [attempt, setAttempt] = useState(0);
  const fields = useFieldErrors(formRef);
  const { draft, round, hasDraft, saveDraft, discardDraft } = useDraft(formRef, draftName);
  useLeaveWarning(formRef, leaveWarning, fields.hasChanged, draftName !== undefined);
  const { isLastStep, currentStep, goTo } = useFormSteps(formRef, steps, fields.findErrors);
  const { send, renewKey } = useSubmission(props, fields, setState, setProgress);

  const errors = sortByField(fields.errors, formRef.current);
  const names = Object.keys(errors);
  const isSummaryNeeded = needsSummary(names, currentStep, formRef.current);
  const isSummaryShown = useErrorSummary(attempt, isSummaryNeeded, names.length > 0);
  useProblemFocus(formRef, attempt, names[0]);
  useErrorTitle(attempt > 0 && names.length > 0);

  async function handleSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const name = event.submitter?.textContent ?? label;
    const form = formRef.current;
    if (!form || isBusy || isBlocked) return;
    setState({ isBusy: false });
    if (!fields.showErrors(currentStep)) {
      if (currentStep !== undefined && !isLastStep) {
        announceToScreenReaders(t('stepDone', { step: currentStep }));
        return goTo(currentStep + 1);
      }
      await send(form, name);
    }
    setAttempt(attempt + 1);
  }

  const { register, check } = fields;
  const context = useMemo(
    () => ({ errors: fields.errors, isBusy, isBlocked, draft, register, check }),
    [fields.errors, isBusy, isBlocked, draft],
  );

  function startOver(): void {
    discardDraft();
    fields.forgetChanges();
    fields.setErrors({});
    steps?.onChange(1, { replace: true });
  }

  function openField(name: string): void {
    const form = formRef.current;
    if (!form) return;
    const step = findStep(form, name);
    if (step !== undefined && step !== currentStep) goTo(step);
    // The fields of another step can take the focus only after that step is shown.
    setTimeout(() => focusField(form, name));
  }

  return (
    <form
      ref={formRef}
      class="form"
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      onInput={event => {
        fields.handleInput(event);
        saveDraft();
        renewKey();
      }}
      onFocusOut={fields.handleFocusOut}
    >
      <FormContext.Provider value={context}>
        {isSummaryShown && <ErrorSummary errors={errors} getLabel={fields.getLabel} openField={openField} />}
        {hasDraft && !props.keepsDraft && <DraftNotice discard={startOver} />}
        <Fragment key={round}>{children}</Fragment>
        {problem !== undefined && !isAtFields && <ProblemNotice problem={problem} />}
        {progress !== undefined && <UploadProgress progress={progress} />}
      </FormContext.Provider>
    </form>
  );
}

function sortByField(errors: FormErrors, form: HTMLFormElement | null): FormErrors {
  const names = form ? listFieldNames(form) : [];
  return Object.fromEntries(
    Object.entries(errors).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/**
 * Returns whether errors need a summary: there are three or more, one is in a hidden step, or one belongs to no field.
 */
function needsSummary(names: readonly string[], step: number | undefined, form: HTMLFormElement | null) {
  const isHidden = (name: string) => form !== null && (findStep(form, name) ?? step) !== step;
  return names.length > 2 || names.includes('') || names.some(isHidden);
}

/**
 * Returns whether the summary is shown. It appears after an attempt whose errors need it, and stays until every error
 * is corrected.
 */
function useErrorSummary(attempt: number, isNeeded: boolean, hasErrors: boolean): boolean {
  const shown = useRef({ attempt: 0, isShown: false });
  if (shown.current.attempt !== attempt) shown.current = { attempt, isShown: isNeeded };
  else if (!hasErrors) shown.current.isShown = false;
  return shown.current.isShown;
}

/** Adds a prefix to the document's title while a submitted form has errors. */
function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const prefix = t('errorTitle');
    document.title = `${prefix}${document.title}`;
    return () => {
      document.title = document.title.replace(prefix, '');
    };
  }, [hasErrors]);
}

/**
 * Moves the focus after a form was rejected: to the summary, to the first invalid field, or to the notice about the
 * problem.
 * @param attempt number of attempts to send the form so far. Each failed attempt moves the focus.
 */
function useProblemFocus(
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
