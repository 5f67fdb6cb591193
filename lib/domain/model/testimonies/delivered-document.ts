/**
 * Versions of a delivered document, the result of its check, and the client's complaint about it
 * (infra/docs/api/testimonies.md#delivering-a-testimony).
 */
import * as v from 'valibot';
import { type EscrowParts, isPayoutOpen } from '../payments/escrow.ts';
import { nullableTextSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

/**
 * Verdicts on a document. `infected`: the malware check found malware, so nobody can open it; `unreadable`: the
 * document is damaged, encrypted or without a page; `too-complex`: the inspection exceeded its limits on memory or
 * time; `active-content`: the document contains scripts, actions that start programs, or executable files
 * (infra/docs/api/testimonies.md#check-of-the-document).
 */
export const DOCUMENT_VERDICTS = ['ok', 'unreadable', 'too-complex', 'active-content', 'infected'] as const;

export const DOCUMENT_CHECKS = ['pending', ...DOCUMENT_VERDICTS] as const;

export type DocumentVerdict = (typeof DOCUMENT_VERDICTS)[number];
export type DocumentCheck = (typeof DOCUMENT_CHECKS)[number];

export const isDocumentAccepted = ({
  documentCheck,
}: {
  readonly documentCheck: DocumentCheck | null;
}): boolean => documentCheck === 'ok';

/** Returns whether the check has found that the newest document cannot be used. */
export const hasFailedCheck = ({
  documentCheck,
}: {
  readonly documentCheck: DocumentCheck | null;
}): boolean => documentCheck !== null && documentCheck !== 'pending' && documentCheck !== 'ok';

export const createDocumentVersionSchema = () =>
  v.object({
    /** Key of the document. It must not appear in responses or logs. */
    key: textSchema,
    /** Key under which the document was received and can be read until a job has copied it. */
    received: textSchema,
    deliveredAt: textSchema,
  });

/** Outcomes of a complaint: the client confirmed the delivery, or an operator decided to pay out or to refund. */
export const COMPLAINT_OUTCOMES = ['confirmed', 'paid-out', 'refunded'] as const;

export const createComplaintSchema = () =>
  v.object({
    /** The client's text; null after the account of a party was closed. */
    reason: nullableTextSchema,
    madeAt: textSchema,
    /** End of the complaint; null while it is open. */
    endedAt: nullableTextSchema,
    outcome: v.nullable(v.picklist(COMPLAINT_OUTCOMES)),
    /** The operator's text. Null when the client ended the complaint, and after the account of a party was closed. */
    decision: nullableTextSchema,
  });

export type Complaint = Stored<typeof createComplaintSchema>;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Returns whether a complaint is open. After the payment was refunded or the payout sent, no complaint is open. */
export const hasOpenComplaint = ({
  complaint,
  ...money
}: EscrowParts & { readonly complaint: Complaint | null }): boolean =>
  complaint?.endedAt === null && isPayoutOpen(money);
