/**
 * Form that is sent to the API. Only the API validates the values. The form shows the messages in the language of the
 * console, next to their fields, and moves the focus to the first invalid field.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { errorTexts, isProblem, type Progress } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { assignErrorsToFields, type FormValues, readFormValues } from './form-values.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface FormState {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly isBusy: boolean;
}

const FormContext = createContext<FormState>({ errors: {}, isBusy: false });
export const useForm = () => useContext(FormContext);

export interface SubmitOptions {
  /**
   * Idempotency key, which stays the same when the user sends the form again after a lost response. The API therefore
   * does not repeat the work.
   */
  readonly idempotencyKey: string;
  onProgress(progress: Progress): void;
}

interface FormProps<Input> {
  /**
   * Sends the values in the structure that the field names determine. The form does not check the structure, because
   * the API rejects missing or invalid fields.
   */
  onSubmit(values: Input, options: SubmitOptions): Promise<unknown>;
  /** Called with the error, which the form also shows. */
  onError?(problem: unknown): void;
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Form<Input = FormValues>({ onSubmit, onError, label, children }: FormProps<Input>) {
  const formRef = useRef<HTMLFormElement>(null);
  const idempotencyKeyRef = useRef(crypto.randomUUID());
  const [state, setState] = useState<FormState & { problem?: unknown }>({ errors: {}, isBusy: false });
  const [progress, setProgress] = useState<Progress>();
  useFocusOnProblem(formRef.current, state.problem);
  const { language } = useTexts();

  async function handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (!formRef.current || state.isBusy) return;
    setState({ errors: {}, isBusy: true });
    const values = readFormValues(formRef.current);
    try {
      await onSubmit(values as Input, { idempotencyKey: idempotencyKeyRef.current, onProgress: setProgress });
      idempotencyKeyRef.current = crypto.randomUUID();
      setState({ errors: {}, isBusy: false });
    } catch (problem) {
      if (isProblem(problem) && !problem.mayHaveTakenEffect) idempotencyKeyRef.current = crypto.randomUUID();
      setState({
        errors: assignErrorsToFields(errorTexts(problem, language).fields, getFieldNames(formRef.current)),
        isBusy: false,
        problem,
      });
      onError?.(problem);
    }
    setProgress(undefined);
  }

  return (
    <form
      ref={formRef}
      class="form"
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      onInput={() => {
        idempotencyKeyRef.current = crypto.randomUUID();
      }}
    >
      <FormContext.Provider value={state}>
        {children}
        {state.problem !== undefined && <FormProblem problem={state.problem} errors={state.errors} />}
        {progress !== undefined && <UploadProgress progress={progress} />}
      </FormContext.Provider>
    </form>
  );
}

function useFocusOnProblem(form: HTMLFormElement | null, problem: unknown): void {
  useEffect(() => {
    if (!form || problem === undefined) return;
    const field = form.querySelector('[data-invalid]');
    const target = field?.querySelector<HTMLElement>('input, select, textarea');
    (target ?? form.querySelector<HTMLElement>('[role="alert"]'))?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [form, problem]);
}

const getFieldNames = (form: HTMLFormElement): string[] =>
  [...form.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field ?? '');

function FormProblem({ problem, errors }: { problem: unknown; errors: FormState['errors'] }) {
  const { t } = useTexts();
  const { '': otherMessages = [], ...fields } = errors;
  const count = Object.keys(fields).length;
  if (count === 0 && otherMessages.length === 0) return <ProblemNotice problem={problem} />;
  return (
    <div class="notice danger" role="alert" tabIndex={-1}>
      {count > 0 && <p>{t('checkFields', { n: count })}</p>}
      {otherMessages.map(message => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

function UploadProgress({ progress: { loaded, total } }: { progress: Progress }) {
  const { t } = useTexts();
  const percent = total > 0 ? Math.round((100 * loaded) / total) : 0;
  return (
    <div class="progress">
      <progress max={100} value={percent} aria-label={t('uploading')} />
      <p role="status">{percent < 100 ? t('uploadingPercent', { percent }) : t('uploaded')}</p>
    </div>
  );
}

export function SubmitButton({ children, kind = 'primary' }: { children: ComponentChildren; kind?: string }) {
  const { isBusy } = useForm();
  const { t } = useTexts();
  return (
    <button type="submit" class={`button ${kind}`} aria-disabled={isBusy} data-busy={isBusy || undefined}>
      {children}
      {isBusy && <span class="hidden">{t('working')}</span>}
    </button>
  );
}
