/**
 * A form that sends itself to the API. The rules are the API's alone: its messages appear at their fields,
 * and the first of them has the focus.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { fieldErrors, isProblem, type Progress } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { ProblemNotice } from './problem.tsx';
import { placeErrors, readValues, type Values } from './values.ts';

interface FormState {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly busy: boolean;
}

const Context = createContext<FormState>({ errors: {}, busy: false });
export const useForm = () => useContext(Context);

export interface Attempt {
  /** The same for repeats of one attempt whose answer was lost, so that nothing is done twice. */
  readonly idempotencyKey: string;
  onProgress(progress: Progress): void;
}

interface FormProps<Input> {
  /** The names of the fields make it what the API's method takes; what is missing the API refuses. */
  submit(values: Input, attempt: Attempt): Promise<unknown>;
  /** Called with what went wrong, as well as telling it. */
  failed?(problem: unknown): void;
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Form<Input = Values>({ submit, failed, label, children }: FormProps<Input>) {
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  const [state, setState] = useState<FormState & { problem?: unknown }>({ errors: {}, busy: false });
  const [progress, setProgress] = useState<Progress>();
  useFocusOnProblem(form.current, state.problem);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (!form.current || state.busy) return;
    setState({ errors: {}, busy: true });
    const values = readValues(form.current);
    try {
      await submit(values as Input, { idempotencyKey: key.current, onProgress: setProgress });
      key.current = crypto.randomUUID();
      setState({ errors: {}, busy: false });
    } catch (problem) {
      if (isProblem(problem)) key.current = crypto.randomUUID();
      setState({ errors: placeErrors(fieldErrors(problem), namesIn(form.current)), busy: false, problem });
      failed?.(problem);
    }
    setProgress(undefined);
  }

  return (
    <form
      ref={form}
      class="form"
      noValidate
      aria-label={label}
      onSubmit={send}
      onInput={() => {
        key.current = crypto.randomUUID();
      }}
    >
      <Context.Provider value={state}>
        {children}
        {state.problem !== undefined && <FormProblem problem={state.problem} errors={state.errors} />}
        {progress !== undefined && <Sending progress={progress} />}
      </Context.Provider>
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

const namesIn = (form: HTMLFormElement): string[] =>
  [...form.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field ?? '');

function FormProblem({ problem, errors }: { problem: unknown; errors: FormState['errors'] }) {
  const { t } = useTexts();
  const { '': elsewhere = [], ...fields } = errors;
  const count = Object.keys(fields).length;
  if (count === 0 && elsewhere.length === 0) return <ProblemNotice problem={problem} />;
  return (
    <div class="notice danger" role="alert" tabIndex={-1}>
      {count > 0 && <p>{t('checkFields', { n: count })}</p>}
      {elsewhere.map(message => (
        <p key={message} lang="sk">
          {message}
        </p>
      ))}
    </div>
  );
}

function Sending({ progress: { loaded, total } }: { progress: Progress }) {
  const { t } = useTexts();
  const percent = total > 0 ? Math.round((100 * loaded) / total) : 0;
  return (
    <div class="progress">
      <progress max={100} value={percent} aria-label={t('uploading')} />
      <p role="status">{percent < 100 ? t('uploadingPercent', { percent }) : t('uploaded')}</p>
    </div>
  );
}

export function Submit({ children, kind = 'primary' }: { children: ComponentChildren; kind?: string }) {
  const { busy } = useForm();
  const { t } = useTexts();
  return (
    <button type="submit" class={`button ${kind}`} aria-disabled={busy} data-busy={busy || undefined}>
      {children}
      {busy && <span class="hidden">{t('working')}</span>}
    </button>
  );
}
