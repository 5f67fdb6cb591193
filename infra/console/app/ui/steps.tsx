/** Steps of a long form: the progress above it, and one card for each step. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../core/language.ts';
import { ButtonLink } from './buttons.tsx';
import { SubmitButton } from './form-parts.tsx';
import { Icon } from './icons.tsx';

interface StepProgressProps {
  readonly current: number;
  readonly titles: readonly string[];
  getUrl(step: number): string;
}

/** List of the steps, with links to the completed ones. */
export const StepProgress = ({ current, titles, getUrl }: StepProgressProps) => (
  <ol class="form-steps" aria-label={t('formSteps')}>
    {titles.map((title, index) => {
      const step = index + 1;
      const isDone = step < current;
      return (
        <li key={step} class={isDone ? 'done' : ''} aria-current={step === current ? 'step' : undefined}>
          <span class="dot" aria-hidden="true">
            {isDone ? <Icon name="check" /> : step}
          </span>
          {isDone ? <a href={getUrl(step)}>{title}</a> : <span>{title}</span>}
        </li>
      );
    })}
  </ol>
);

interface FormStepProps {
  readonly step: number;
  readonly current: number;
  readonly title: string;
  readonly backUrl: string | undefined;
  readonly submitText: string;
  readonly children: ComponentChildren;
}

/** One step of the form. It stays in the document while another step is shown. Its heading gets the focus. */
export function FormStep({ step, current, title, backUrl, submitText, children }: FormStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const former = useRef(current);
  useEffect(() => {
    if (current === step && former.current !== step) heading.current?.focus({ preventScroll: true });
    former.current = current;
  }, [current]);
  return (
    <section class="card step" data-step={step} hidden={current !== step}>
      {/* The list of the steps above shows the title. */}
      <h2 ref={heading} class="hidden" tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div class="actions">
        <SubmitButton>{submitText}</SubmitButton>
        {backUrl && <ButtonLink href={backUrl} kind="quiet" text={t('back')} />}
      </div>
    </section>
  );
}
