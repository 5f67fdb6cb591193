/**
 * Records of a testimony with a paid offer of 100.05 euros. They are held in memory for tests of decisions about money.
 */
import type { Change } from '../../lib/domain/model/change.ts';
import type { Checkout, PaidCheckout } from '../../lib/domain/model/payments/checkout-session.ts';
import type { TestimonyPayment } from '../../lib/domain/model/payments/escrow.ts';
import type { EntryKind, LedgerAccount, LedgerEntry } from '../../lib/domain/model/payments/ledger-entry.ts';
import type { ProviderRefund } from '../../lib/domain/model/payments/payment.ts';
import type { Testimony } from '../../lib/domain/model/testimonies/testimony.ts';
import { sumBalances } from '../../lib/domain/money/ledger.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import { systemRandom } from '../../lib/platform/system.ts';

export const PAYMENT_NOW = new Date('2026-06-15T10:00:00Z');

const TESTIMONY = {
  id: 'testimony',
  clientId: 'client',
  sessionId: 'cs_1',
  state: 'completed',
  dueAt: null,
  purpose: 'mortgage',
  realEstate: { region: 'ke' },
  contact: { firstName: 'Peter', lastName: 'Novák' },
  acceptedOffer: { expert: { id: 'expert', firstName: 'Jana', lastName: 'Kováčová' } },
  documentCheck: 'ok',
  payout: { status: 'held', amount: 9004, sentAt: null, jobId: null, dueAt: null, hold: null, releases: [] },
} as unknown as Testimony;

export const createEntry = (
  kind: EntryKind,
  sourceId: string,
  [from, to]: readonly [LedgerAccount, LedgerAccount],
  amount: number,
  orderId?: string,
): LedgerEntry => ({
  kind,
  sourceId,
  from,
  to,
  amount,
  orderId,
  testimonyId: 'testimony',
  sessionId: 'cs_1',
  at: PAYMENT_NOW.toISOString(),
});

/** Entries of the payment before the delivery: 90.04 euros for the expert and 10.01 euros of commission. */
export const ACCEPTED_ENTRIES: readonly LedgerEntry[] = [
  createEntry('payment', 'pi_1', ['provider', 'expert'], 9004),
  createEntry('payment', 'pi_1', ['provider', 'deferred-commission'], 1001),
];

export const PAYMENT_ENTRIES: readonly LedgerEntry[] = [
  ...ACCEPTED_ENTRIES,
  createEntry('commission-earned', 'pi_1', ['deferred-commission', 'commission'], 1001),
];

const PAYMENT: TestimonyPayment = {
  status: 'paid',
  paymentId: 'pi_1',
  amount: 10005,
  commission: 1001,
  paidAt: PAYMENT_NOW.toISOString(),
  refundedAt: null,
  refunded: 0,
  returning: 0,
  disputedSince: null,
  hasInquiry: false,
  balances: sumBalances(PAYMENT_ENTRIES),
  riskLevel: 'normal',
  waitsUntil: null,
};

export const CHECKOUT = {
  id: 'cs_1',
  testimonyId: 'testimony',
  clientId: 'client',
  expertId: 'expert',
  amount: 10005,
  commission: 1001,
  buyer: null,
  state: 'accepted',
  payment: PAYMENT,
  refund: null,
  version: 0,
} as unknown as PaidCheckout;

export const PAYMENT_TESTIMONY: Testimony = { ...TESTIMONY, payment: PAYMENT };

export const createRefund = (
  id: string,
  amount: number,
  status: ProviderRefund['status'],
): ProviderRefund => ({ id, amount, status, orderId: null });

/** Creates the records and the dependencies that read them. `apply` applies changes of the payment to the records. */
export function createPaidTestimony(payment: Partial<TestimonyPayment> = {}) {
  let checkout: Checkout = { ...CHECKOUT, payment: { ...PAYMENT, ...payment } };
  let testimony: Testimony = { ...TESTIMONY, payment: { ...PAYMENT, ...payment } };
  const entries = [...PAYMENT_ENTRIES];
  const refunds: ProviderRefund[] = [];
  const deps = {
    checkouts: { find: async () => checkout, listEntries: async () => entries },
    testimonies: { find: async () => testimony, findAll: async () => [testimony] },
    payments: {
      listRefunds: async () => refunds,
      listDisputes: async () => [],
      listTransfers: async () => [],
    },
    clock: { now: () => PAYMENT_NOW },
    random: systemRandom,
    linkSigner: { frontendUrl: 'https://www.testimony.example' },
  } as unknown as Dependencies;
  const apply = (changes: readonly Change[]) => {
    for (const change of changes) {
      if (change.kind === 'checkout-changed') checkout = change.after;
      if (change.kind === 'testimony-changed') testimony = change.after;
      if (change.kind === 'entry-recorded') entries.push(change.entry);
    }
  };
  return { deps, entries, refunds, apply };
}
