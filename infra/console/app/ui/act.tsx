/** A button that asks the API for something; says so when it was refused. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { ProblemNotice } from './problem.tsx';

interface ActProps {
  act(): Promise<unknown>;
  /** Called with what went wrong, as well as telling it. */
  failed?(problem: unknown): void;
  readonly kind?: string;
  readonly children: ComponentChildren;
}

export function Act({ act, failed, kind = '', children }: ActProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();

  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(error);
      failed?.(error);
    }
    setBusy(false);
  }

  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-disabled={busy}
        data-busy={busy || undefined}
        onClick={() => void run()}
      >
        {children}
        {busy && <span class="hidden">{t('working')}</span>}
      </button>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
