/**
 * Versions of a delivered document, the result of its check, and the client's complaint about it
 * (infra/docs/api/testimonies.md#delivering-a-testimony).
 */
import { type EscrowParts, isPayoutOpen } from '../payments/escrow.ts';

/**
 * Verdict on a document. `infected`: the malware check found malware, so nobody can open it; `unreadable`: the document
 * is damaged, encrypted or without a page; `too-complex`: the inspection exceeded its limits on memory or time;
 * `active-content`: the document contains scripts, actions that start programs, or executable files
 * (infra/docs/api/testimonies.md#check-of-the-document).
 */
export type DocumentVerdict = 'ok' | 'unreadable' | 'too-complex' | 'active-content' | 'infected';

export type DocumentCheck = 'pending' | DocumentVerdict;

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

export interface DocumentVersion {
  /** Key of the document. It must not appear in responses or logs. */
  readonly key: string;
  /** Key under which the document was received and can be read until a job has copied it. */
  readonly received: string;
  readonly deliveredAt: string;
}

export interface Complaint {
  /** The client's text; null after the account of a party was closed. */
  readonly reason: string | null;
  readonly madeAt: string;
  /** End of the complaint; null while it is open. */
  readonly endedAt: string | null;
  readonly outcome: ComplaintOutcome | null;
  /** The operator's text. Null when the client ended the complaint, and after the account of a party was closed. */
  readonly decision: string | null;
}

/** Outcome of a complaint: the client confirmed the delivery, or an operator decided to pay out or to refund. */
export type ComplaintOutcome = 'confirmed' | 'paid-out' | 'refunded';

/** Returns whether a complaint is open. After the payment was refunded or the payout sent, no complaint is open. */
export const hasOpenComplaint = ({
  complaint,
  ...money
}: EscrowParts & { readonly complaint: Complaint | null }): boolean =>
  complaint?.endedAt === null && isPayoutOpen(money);
