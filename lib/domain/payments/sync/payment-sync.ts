/**
 * Synchronisation of payments with the provider (infra/docs/api/payments.md): refunds, including manual ones,
 * disputes, transfers and their reversals.
 *
 * Events arrive late, repeatedly and out of order, so their content is not used: each event triggers a look-up of all
 * of the payment's money. Missing ledger entries are written together with their follow-up jobs.
 */
import { listPaymentActivities } from '../../activity/testimony-activity.ts';
import {
  activityRecorded,
  checkoutChanged,
  entriesRecorded,
  jobsAdded,
  testimonyChangedWithoutActivity,
} from '../../changes.ts';
import { DomainError } from '../../errors.ts';
import type { Decision } from '../../model/change.ts';
import type { Checkout, PaidCheckout } from '../../model/payments/checkout-session.ts';
import type { LedgerEntry } from '../../model/payments/ledger-entry.ts';
import type { ProviderMoney, ProviderTransfer } from '../../model/payments/payment.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { LedgerDraft } from '../../money/ledger.ts';
import { derivePaymentState, type PaymentChange, type PaymentRecords } from '../../money/payment-state.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';
import { createFollowUpJobs } from './payment-jobs.ts';

export type MoneyDependencies = Pick<
  Dependencies,
  'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies' | 'unitOfWork'
>;

/**
 * Records all money of a payment that is missing in the ledger.
 * @returns the payment; undefined when it does not belong to this service
 * @throws DomainError `unavailable` when a payment of this service is not accepted or refunded yet, so that the
 * provider resends the event
 */
export async function syncPayment(
  paymentId: string,
  deps: MoneyDependencies,
  cause: Cause = {},
): Promise<SyncedLedger | undefined> {
  const state = await commitDecision(async () => {
    const checkout = await deps.checkouts.findPaid(paymentId);
    return checkout ? decideMoney(checkout, cause, deps) : { result: undefined, changes: [] };
  }, deps);
  if (!state && (await deps.payments.isOwnPayment(paymentId))) throw new DomainError('unavailable');
  return state?.isPartial ? syncPayment(paymentId, deps, cause) : state;
}

/** Additional causes of a change of a payment, besides the provider's objects. */
interface Cause {
  /** New transfers, and transfers with new reversals, which the provider's list may lack. */
  readonly transfers?: readonly ProviderTransfer[];
  /**
   * A decision about the payment. It adds the entries of the decision to the draft.
   * @param stored the testimony as it is stored, without the changes that follow from the provider's report
   */
  readonly decide?: (records: PaymentRecords, draft: LedgerDraft, stored: Testimony) => PaymentRecords;
  /** Mail to both parties, if the decision cancels the testimony. */
  readonly cancellationMail?: PaymentChange['cancellationMail'];
}

/** A payment with its ledger, before and after a decision and the provider's report. */
export interface SyncedLedger extends PaymentRecords {
  readonly entries: readonly LedgerEntry[];
  readonly transfers: readonly ProviderTransfer[];
  /** Whether there may be more new entries than one transaction can record. Another look-up then continues. */
  readonly isPartial: boolean;
}

/**
 * Adds the ledger entries for the provider's report and for a decision about the payment, and returns the changes. If
 * one transaction cannot record everything that the provider reports, the report is committed before the decision.
 * @returns the changes and the resulting payment, which is undefined when the testimony does not exist
 */
export async function decideMoney(
  checkout: PaidCheckout,
  cause: Cause,
  deps: MoneyDependencies,
): Promise<Decision<SyncedLedger | undefined>> {
  const { transfers = [], decide, cancellationMail = 'cancelled-by-platform' } = cause;
  const [testimony, recorded] = await Promise.all([
    deps.testimonies.find(checkout.testimonyId),
    fetchEntries(checkout, deps),
  ]);
  if (!testimony) return { result: undefined, changes: [] };
  // The provider is queried after our records are read, so that outdated data never overwrites newer data.
  const money = await lookUpMoney(checkout, deps);
  const now = deps.clock.now();
  const { id: sessionId, testimonyId } = checkout;
  const draft = new LedgerDraft(recorded, { testimonyId, sessionId, at: now.toISOString() });
  const before = { checkout, testimony };
  const known = { ...money, transfers: mergeTransfers(money.transfers, transfers) };
  // The provider's objects are posted first, because the decision is about the current state of the payment.
  const reported = derivePaymentState(before, draft, known, now);
  const isPartial = draft.isFull;
  if (isPartial && decide) {
    const { paymentId } = checkout.payment;
    await syncPayment(paymentId, deps);
    return decideMoney((await deps.checkouts.findPaid(paymentId)) ?? checkout, cause, deps);
  }
  const after = derivePaymentState(decide?.(reported, draft, testimony) ?? reported, draft, known, now);
  const result = { ...after, entries: draft.entries, transfers: known.transfers, isPartial };
  // Everything is derived from the entries, so only a decision can change something without a new entry.
  if (draft.fresh.length === 0 && !decide) return { result, changes: [] };
  const change = { ...before, after, draft, cancellationMail };
  return {
    result,
    changes: [
      ...checkoutChanged(checkout, after.checkout, deps),
      ...(after.testimony === testimony
        ? []
        : testimonyChangedWithoutActivity(testimony, after.testimony, deps)),
      ...entriesRecorded(draft.fresh),
      ...jobsAdded(createFollowUpJobs(change, deps)),
      ...activityRecorded(listPaymentActivities(change)),
    ],
  };
}

/**
 * Looks up all money of a payment. Transfers belong to the payment with which the offer was accepted, so a late payment
 * has none.
 */
async function lookUpMoney(
  { state, testimonyId, payment: { paymentId } }: PaidCheckout,
  { payments }: MoneyDependencies,
): Promise<ProviderMoney> {
  const [refunds, disputes, transfers] = await Promise.all([
    payments.listRefunds(paymentId),
    payments.listDisputes(paymentId),
    state === 'accepted' ? payments.listTransfers(testimonyId) : [],
  ]);
  return { refunds, disputes, transfers };
}

/** Adds transfers and reversals that the provider's list lacks. */
function mergeTransfers(
  listed: readonly ProviderTransfer[],
  further: readonly ProviderTransfer[],
): readonly ProviderTransfer[] {
  const merged = listed.map(transfer => {
    const { reversals = [] } = further.find(({ id }) => id === transfer.id) ?? {};
    return { ...transfer, reversals: addMissing(transfer.reversals, reversals) };
  });
  return addMissing(merged, further);
}

const addMissing = <Item extends { readonly id: string }>(
  items: readonly Item[],
  further: readonly Item[],
) => [...items, ...further.filter(({ id }) => !items.some(item => item.id === id))];

/** Fetches the entries of one checkout's payment. A testimony may have several payments. */
export async function fetchEntries(
  { id, testimonyId }: Pick<Checkout, 'id' | 'testimonyId'>,
  { checkouts }: Pick<Dependencies, 'checkouts'>,
): Promise<LedgerEntry[]> {
  return (await checkouts.listEntries(testimonyId)).filter(({ sessionId }) => sessionId === id);
}
