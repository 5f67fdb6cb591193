/** Draft of a form, and a warning before the user leaves a page with input that the draft does not keep. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Draft, readDraft, removeDraft, storeDraft } from '../core/drafts.ts';
import { addLeaveGuard } from '../core/leave-guard.ts';
import { hasPrivateInput, readDraftValues } from './form-controls.ts';

/** @param name name of the draft, or undefined for a form without one */
export function useDraft(formRef: RefObject<HTMLFormElement | null>, name: string | undefined) {
  const [draft, setDraft] = useState<Draft>(() => (name ? readDraft(name) : {}));
  /**
   * Number of times that the user has discarded the draft. Each new number makes the form create its fields again,
   * without the discarded input.
   */
  const [round, setRound] = useState(0);
  const hasDraft = Object.keys(draft).length > 0;
  return {
    draft,
    round,
    hasDraft,
    saveDraft(): void {
      if (name && formRef.current) storeDraft(name, readDraftValues(formRef.current));
    },
    discardDraft(): void {
      if (name) removeDraft(name);
      setDraft({});
      setRound(round + 1);
    },
  };
}

export type LeaveWarning = 'lost-input' | 'never';

/**
 * Warns before the user leaves a page and loses input: passwords and files or, in a form without a draft, any input.
 */
export function useLeaveWarning(
  formRef: RefObject<HTMLFormElement | null>,
  warning: LeaveWarning,
  hasChanged: () => boolean,
  isSaved: boolean,
): void {
  useEffect(() => {
    if (warning === 'never') return;
    return addLeaveGuard(() => {
      const form = formRef.current;
      return form !== null && hasChanged() && (!isSaved || hasPrivateInput(form));
    });
  }, [warning, isSaved, hasChanged]);
}
