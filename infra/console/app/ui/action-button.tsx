/** Button that calls the API and shows the error if the call fails. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface ActionButtonProps {
  action(): Promise<unknown>;
  /** Called with the error, which is also shown below the button. */
  onError?(problem: unknown): void;
  readonly kind?: string;
  readonly children: ComponentChildren;
}

export function ActionButton({ action, onError, kind = '', children }: ActionButtonProps) {
  const { t } = useTexts();
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
        {children}
        {isBusy && <span class="hidden">{t('working')}</span>}
      </button>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
