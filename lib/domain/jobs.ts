/**
 * Jobs: side effects written in the same transaction as what caused them (the outbox).
 *
 * `run-job.ts` tells how they are carried out.
 */
import { createHash } from 'node:crypto';
import type { ScanMove } from './identity-documents.ts';
import type { LetterName } from './letters.ts';
import type { World } from './world.ts';

export interface MailTask {
  readonly kind: 'mail';
  readonly mail: LetterName;
  readonly userId: string;
  /** Instead of the user's address as it is when the mail is sent. */
  readonly to?: string;
  readonly reason?: string | null;
  readonly testimonyId?: string;
  readonly offerId?: string;
  /** Cents. */
  readonly amount?: number;
}

export type Task =
  | MailTask
  | {
      /** Names nobody but an address, so that whoever asks learns nothing of whether it is known. */
      readonly kind: 'mail-if-known';
      readonly mail: 'verify-email' | 'password-reset';
      readonly address: string;
    }
  | {
      readonly kind: 'keep-scans';
      readonly moves: readonly ScanMove[];
      /** Scans to delete once these are kept. */
      readonly replaced?: readonly string[];
    }
  | { readonly kind: 'approve-expert'; readonly expertId: string }
  | { readonly kind: 'tell-cancelled'; readonly testimonyId: string }
  | { readonly kind: 'refund'; readonly sessionId: string; readonly paymentId: string | null };

export interface Job {
  readonly id: string;
  readonly task: Task;
  /** Attempts begun so far. */
  readonly attempts: number;
  readonly createdAt: string;
  /** When it was given up. */
  readonly diedAt?: string | null;
}

export function newJob(task: Task, needs: Pick<World, 'clock' | 'random'>): Job {
  return { id: needs.random.uuid(), task, attempts: 0, createdAt: needs.clock.now().toISOString() };
}

/** The id of a job that another one makes: the same each time, so that running twice makes it once. */
export function derivedId(parentId: string, about: string): string {
  const hash = createHash('sha256').update(`${parentId} ${about}`).digest('hex');
  return `${parentId.slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
