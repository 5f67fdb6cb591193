/** Audit entries: actions of operators, with time and reason (infra/docs/api/operators.md). */

import * as v from 'valibot';
import { createExtensibleTextSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export const createAuditItemSchema = () =>
  v.object({
    id: textSchema,
    /** Id of the user, job, testimony, difference or partner that the action concerns. */
    subjectId: textSchema,
    /**
     * The operator's ARN or, for an action that no operator took, a name such as `owner`, `partner` (which used its
     * key), `sandbox` or `malware scan`.
     */
    who: textSchema,
    what: createExtensibleTextSchema<AuditAction>(),
    when: textSchema,
  });

export const createAuditReasonSchema = () => v.object({ id: textSchema, why: textSchema });

export type AuditEntry = Stored<typeof createAuditItemSchema> & {
  /** The operator's reason; null if none was given, or after the subject's data was erased. */
  readonly why: string | null;
};

export type AuditAction =
  | 'approved'
  | 'revoked'
  | 'identity accepted'
  | 'identity rejected'
  | 'documents opened'
  | 'approved in sandbox'
  | 'toggled in sandbox'
  | 'payment account detached'
  | 'phone released'
  | 'account locked'
  | 'account unlocked'
  | 'sessions ended'
  | 'second factor removed'
  | 'email restored'
  | 'account looked up'
  | 'account closed'
  | 'data exported'
  | 'job retried'
  | 'job dismissed'
  | 'mail sent again'
  | 'testimony cancelled'
  | 'reconciliation started'
  | 'difference dismissed'
  | 'complaint ended'
  | 'refund ordered'
  | 'refund sent'
  | 'refund ended'
  | 'refunded by hand'
  | 'dispute ended'
  | 'payout sent'
  | 'payout ended'
  | 'settled outside'
  | 'partner created'
  | 'partner changed'
  | 'partner key rotated'
  | 'partner webhook secret rotated'
  | 'partner disabled';

/**
 * Decision of an operator, with the reason. Decisions of the sandbox, the malware scan, owners and partners have the
 * same form.
 */
export interface OperatorDecision {
  readonly who: string;
  readonly why: string | null;
}
