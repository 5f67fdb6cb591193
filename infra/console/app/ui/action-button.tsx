/** Button that calls the API and shows the error if the call fails. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announceDone } from '../core/announcements.ts';
import { keepFocus } from '../core/focus.ts';
import { t } from '../core/language.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface ActionButtonProps {
  readonly text: string;
  readonly kind?: string;
  /** Resolves with false if the action was not done; the page then explains the reason. */
  action(): Promise<unknown>;
  /** Called with the error, which is also shown below the button. */
  onError?(problem: unknown): unknown;
  readonly children?: ComponentChildren;
}

export function ActionButton({ text, action, onError, kind = '', children }: ActionButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();

  async function handleClick(button: HTMLElement): Promise<void> {
    if (isBusy) return;
    const restoreFocus = keepFocus(button);
    const name = button.textContent;
    setIsBusy(true);
    setProblem(undefined);
    try {
      if ((await action()) !== false) announceDone(name);
    } catch (error) {
      setProblem(error);
      await onError?.(error);
    }
    setIsBusy(false);
    restoreFocus();
  }

  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-disabled={isBusy}
        data-busy={isBusy || undefined}
        onClick={event => void handleClick(event.currentTarget)}
      >
        {text}
        {children}
        {isBusy && <span class="hidden">{t('working')}</span>}
      </button>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
