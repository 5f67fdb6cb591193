/**
 * Next step of a testimony: what the user must or can do now, or what everybody waits for, and until when. The start
 * page and the testimony page show the same step (infra/docs/api/payments.md#table-of-states).
 */
import type { TextKey } from '../../texts/all-texts.ts';

/** What the primary button or the form of the step does. */
export type StepAction =
  | 'choose-offer'
  | 'download'
  | 'cancel'
  | 'offer'
  | 'deliver'
  | 'correct'
  | 'verification'
  | 'new-testimony'
  | 'offerable';

export interface NextStep {
  readonly title: TextKey;
  readonly text?: TextKey | undefined;
  /** Whether the user has to act, as opposed to waiting. */
  readonly isYours: boolean;
  readonly tone: 'plain' | 'action' | 'success' | 'warning' | 'danger';
  readonly action?: StepAction | undefined;
  /** Deadline, with a text that has the parameter `{date}` or `{time}`. */
  readonly until?: { readonly text: TextKey; readonly at: string } | undefined;
}

type StepOptions = Pick<Partial<NextStep>, 'tone' | 'action' | 'until'>;

/** Creates a step in which the user waits. */
export const createWaitStep = (title: TextKey, text?: TextKey, options: StepOptions = {}): NextStep => ({
  ...{ title, text, isYours: false, tone: 'plain', ...options },
});

/** Creates a step in which the user acts. */
export const createActionStep = (title: TextKey, text?: TextKey, options: StepOptions = {}): NextStep => ({
  ...{ title, text, isYours: true, tone: 'action', ...options },
});
