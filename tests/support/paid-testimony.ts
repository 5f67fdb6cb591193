/** Records of a testimony whose offer of 100.05 euros is paid, held in memory for tests of decisions about money. */
import type { Change } from '../../lib/domain/model/change.ts';
import type { Checkout } from '../../lib/domain/model/checkout-session.ts';
import type { TestimonyPayment } from '../../lib/domain/model/escrow.ts';
import type { MoneyMovement } from '../../lib/domain/model/movement.ts';
import type { ProviderRefund } from '../../lib/domain/model/payment.ts';
import type { Testimony } from '../../lib/domain/model/testimony.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import { systemRandom } from '../../lib/platform/system.ts';

const NOW = new Date('2026-06-15T10:00:00Z');

const TESTIMONY = {
  ...{
    id: 'testimony',
    clientId: 'client',
    sessionId: 'cs_1',
    state: 'completed',
    dueAt: null,
    purpose: 'mortgage',
  },
  ...{ realEstate: { region: 'ke' }, contact: { firstName: 'Peter', lastName: 'Novák' } },
  acceptedOffer: { expert: { id: 'expert', firstName: 'Jana', lastName: 'Kováčová' } },
  documentCheck: 'ok',
  payout: { status: 'held', amount: 9004, sentAt: null, jobId: null, ended: false },
} as unknown as Testimony;

const PAYMENT: TestimonyPayment = {
  ...{ status: 'paid', paymentId: 'pi_1', amount: 10005, commission: 1001 },
  ...{ paidAt: NOW.toISOString(), refundedAt: null, held: 10005, refunded: 0, takenByBank: 0, returning: 0 },
  ...{ disputed: 0, disputedSince: null, borneByPlatform: 0, order: null, furtherOrders: [] },
};

export const CHECKOUT = {
  ...{ id: 'cs_1', testimonyId: 'testimony', clientId: 'client', expertId: 'expert' },
  ...{ amount: 10005, commission: 1001, buyer: null, state: 'accepted' },
} as unknown as Checkout;

export const createMovement = (
  kind: MoneyMovement['kind'],
  providerId: string,
  amount: number,
): MoneyMovement => ({
  ...{ kind, providerId, amount, testimonyId: 'testimony', sessionId: 'cs_1', at: NOW.toISOString() },
});

export const createRefund = (
  id: string,
  amount: number,
  status: ProviderRefund['status'],
): ProviderRefund => ({ id, amount, status, orderId: null });

/** Creates the records and the dependencies that read them. `apply` makes changes of the payment to the records. */
export function createPaidTestimony(payment: Partial<TestimonyPayment> = {}) {
  let checkout = CHECKOUT;
  let testimony: Testimony = { ...TESTIMONY, payment: { ...PAYMENT, ...payment } };
  const movements = [createMovement('payment', 'pi_1', 10005)];
  const refunds: ProviderRefund[] = [];
  const deps = {
    checkouts: { find: async () => checkout, listMovements: async () => movements },
    testimonies: { find: async () => testimony, findAll: async () => [testimony] },
    payments: {
      listRefunds: async () => refunds,
      listDisputes: async () => [],
      listReversals: async () => [],
    },
    clock: { now: () => NOW },
    random: systemRandom,
    links: { frontendUrl: 'https://www.testimony.example' },
  } as unknown as Dependencies;
  const apply = (changes: readonly Change[]) => {
    for (const change of changes) {
      if (change.kind === 'checkout-changed') checkout = change.after;
      if (change.kind === 'testimony-changed') testimony = change.after;
      if (change.kind === 'movement-recorded') movements.push(change.movement);
    }
  };
  return { deps, movements, refunds, apply };
}
