import type { Testimony, User } from '../../../../client/runtime/index.ts';

/** Properties that the parts of the testimony page share. */
export interface TestimonyActionProps {
  readonly testimony: Testimony;
  readonly user: User;
  reload(): Promise<void>;
  /** Called with the error of an action. After a conflict, the page shows the error and loads the testimony again. */
  onConflict(problem: unknown): Promise<void>;
}
