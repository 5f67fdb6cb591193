/** What operators did, when and why (infra/docs/api/conventions.md): written once, never changed. */

export interface AuditEntry {
  readonly id: string;
  readonly subject: AuditSubject;
  /** The operator's ARN, or who acted in their place. */
  readonly who: string;
  readonly what: AuditAction;
  readonly why: string | null;
  readonly when: string;
}

/** What an entry is about. */
export interface AuditSubject {
  readonly kind: 'user' | 'job' | 'testimony';
  readonly id: string;
}

export type AuditAction =
  | 'approved'
  | 'revoked'
  | 'identity accepted'
  | 'identity rejected'
  | 'documents opened'
  | 'approved in sandbox'
  | 'toggled in sandbox'
  | 'phone released'
  | 'job retried'
  | 'job dismissed'
  | 'testimony cancelled';

/** An operator, or whoever acts as one, and the reason given. */
export interface Decision {
  readonly who: string;
  readonly why: string | null;
}
