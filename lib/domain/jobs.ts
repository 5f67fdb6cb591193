/**
 * Jobs: side effects written in the same transaction as what caused them (the outbox).
 *
 * `run-job.ts` tells how they are carried out.
 */
import type { ScanMove } from './identity-documents.ts';
import type { LetterName } from './letters.ts';
import type { World } from './world.ts';

export type Task =
  | { readonly kind: 'mail'; readonly mail: LetterName; readonly userId: string }
  | { readonly kind: 'keep-scans'; readonly moves: readonly ScanMove[] }
  | { readonly kind: 'approve-expert'; readonly expertId: string };

export interface Job {
  readonly id: string;
  readonly task: Task;
  /** Attempts begun so far. */
  readonly attempts: number;
  readonly createdAt: string;
}

export function newJob(task: Task, needs: Pick<World, 'clock' | 'random'>): Job {
  return { id: needs.random.uuid(), task, attempts: 0, createdAt: needs.clock.now().toISOString() };
}
