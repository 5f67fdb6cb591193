/**
 * Comparison of the recorded ledger entries with the balance transactions of the payment provider
 * (infra/docs/api/payments.md#reconciliation). Amounts are whole cents.
 */
import type { EntryKind } from './ledger-entry.ts';

export interface ProviderTransaction {
  /** `txn_…` */
  readonly id: string;
  /** Kind of the entry that must be recorded. Other categories of the provider have no counterpart here. */
  readonly kind: EntryKind | (string & {});
  /**
   * Id of the provider's object that caused the transaction, as in the entry: `pi_…`, `re_…`, `du_…`, `tr_…`, `trr_…`.
   */
  readonly providerId: string;
  /** Negative for outgoing money; the fee is not part of it. */
  readonly amount: number;
  /** The provider's fee; negative when the provider returns a fee. */
  readonly fee: number;
  readonly at: string;
  /** References from which the testimony is found. The provider sends only some of them. */
  readonly testimonyId?: string;
  readonly paymentId?: string;
  readonly transferId?: string;
}

/** Difference between the provider's balance transactions and the recorded entries of one of the provider's objects. */
export interface Difference {
  readonly id: string;
  readonly kind: ProviderTransaction['kind'];
  readonly providerId: string;
  /** Sum of the provider's transactions; null when the provider has none. */
  readonly providerAmount: number | null;
  /** Sum of the recorded entries; null when none is recorded. */
  readonly recordedAmount: number | null;
  readonly testimonyId: string | null;
  /** Time of the transaction or, without one, of the entry. */
  readonly at: string;
  readonly foundAt: string;
  readonly dismissedAt: string | null;
}

/**
 * Job that compares a period, one page at a time. First each of the provider's transactions is looked up here, then
 * each recorded entry is looked up at the provider, and at last the open differences are compared again.
 */
export interface ReconcileTask {
  readonly kind: 'reconcile';
  readonly from: string;
  /** First moment after the period. */
  readonly to: string;
  readonly step: 'provider' | 'recorded' | 'open';
  readonly cursor?: string;
}
