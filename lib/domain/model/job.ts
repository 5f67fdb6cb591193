/**
 * Jobs: side effects written in the same transaction as what caused them (the outbox).
 *
 * `jobs/run-job.ts` tells how they are carried out.
 */
import type { User } from './account.ts';
import type { ScanMove } from './file.ts';
import type { MailTask, TestimonyReference } from './mail.ts';

export interface Job {
  readonly id: string;
  readonly task: Task;
  /** Attempts begun so far. */
  readonly attempts: number;
  readonly createdAt: string;
  /** The date it waits for: until then it is neither tried nor late. */
  readonly notBefore?: string;
  /** When it was given up. */
  readonly diedAt?: string | null;
  /**
   * Part of the keys that the payment provider is asked with. It rises when the provider has answered with a
   * failure, which it would repeat, and when an operator revives the job; a lost answer keeps it.
   */
  readonly tryKey?: number;
  /** Whether an operator has had it tried again after it was given up. */
  readonly revived?: boolean;
}

export type Task =
  | MailTask
  | {
      /** Names nobody but an address, so that whoever asks learns nothing of whether it is known. */
      readonly kind: 'mail-if-known';
      readonly mail: 'verify-email' | 'password-reset';
      readonly address: string;
    }
  | KeepScans
  | EraseAccount
  | EraseTestimony
  | { readonly kind: 'expire-scans'; readonly expertId: string }
  | { readonly kind: 'approve-expert'; readonly expertId: string }
  | { readonly kind: 'tell-cancelled'; readonly testimonyId: string }
  | { readonly kind: 'tell-not-chosen'; readonly testimonyId: string }
  | { readonly kind: 'close-sessions'; readonly testimonyId: string }
  | { readonly kind: 'pay-out'; readonly testimonyId: string }
  /** What is owed to an expert whose account is verified now. */
  | { readonly kind: 'pay-owed'; readonly expertId: string }
  | Alert
  | Refund;

/** Operators are to look at a testimony. */
export interface Alert extends TestimonyReference {
  readonly kind: 'alert';
  readonly alert: AlertName;
}

export type AlertName = 'payment disputed' | 'money held long';

export interface Refund {
  readonly kind: 'refund';
  readonly sessionId: string;
  readonly paymentId: string;
  /** The one that failed, so that nothing is given back once more before an operator says so. */
  readonly failed?: string;
}

export interface KeepScans {
  readonly kind: 'keep-scans';
  readonly expertId: string;
  readonly moves: readonly ScanMove[];
  /** Scans to delete once these are kept. */
  readonly replaced: readonly string[];
}

/** What is left of an account that is closed, the address included that is known to nobody else any more. */
export interface EraseAccount {
  readonly kind: 'erase-account';
  readonly userId: string;
  readonly role: User['role'];
  readonly address: string;
  /** Where the scans were received, if they ever were. */
  readonly received: readonly string[];
}

/** What one testimony has of a user whose account is closed. */
export interface EraseTestimony extends TestimonyReference {
  readonly kind: 'erase-testimony';
  readonly userId: string;
}

const TASK_KIND_RECORD: Record<Task['kind'], true> = {
  mail: true,
  'mail-if-known': true,
  'keep-scans': true,
  'erase-account': true,
  'erase-testimony': true,
  'expire-scans': true,
  'approve-expert': true,
  'tell-cancelled': true,
  'tell-not-chosen': true,
  'close-sessions': true,
  'pay-out': true,
  'pay-owed': true,
  alert: true,
  refund: true,
};

export const TASK_KINDS = Object.keys(TASK_KIND_RECORD) as readonly Task['kind'][];
