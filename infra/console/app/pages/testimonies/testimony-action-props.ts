import type { Testimony } from '../../../../client/runtime/index.ts';

/** What the parts of an order's page share. */
export interface TestimonyActionProps {
  readonly testimony: Testimony;
  /** After something was done. */
  reload(): Promise<void>;
  /** After something was refused: what is no longer possible is told, and the page shows what is. */
  onConflict(problem: unknown): void;
}
