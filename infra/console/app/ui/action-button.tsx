/** Button that calls the API and shows the error if the call fails. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../core/language.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface ActionButtonProps {
  readonly text: string;
  readonly kind?: string;
  action(): Promise<unknown>;
  /** Called with the error, which is also shown below the button. */
  onError?(problem: unknown): void;
  readonly children?: ComponentChildren;
}

export function ActionButton({ text, action, onError, kind = '', children }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();

  async function handleClick(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      setProblem(error);
      onError?.(error);
    }
    setIsBusy(false);
  }

  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-disabled={isBusy}
        data-busy={isBusy || undefined}
        onClick={() => void handleClick()}
      >
        {text}
        {children}
        {isBusy && <span class="hidden">{t('working')}</span>}
      </button>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
