/** Driver for tests of a ledger: actions of operators and of the payment provider on one paid testimony. */
import { operatorRoutes } from './operator-routes.ts';
import { type AssignedTestimony, completeTestimony, simulateAndSync } from './payouts.ts';
import type { Market } from './start-market.ts';

/** Creates a completed testimony of 249.90 €, whose expert can receive 224.91 €. The payout job has not run yet. */
export async function createDeliveredTestimony(market: Market): Promise<AssignedTestimony> {
  const sale = await market.createAssignedTestimony({ price: 249.9 });
  await market.verifyPaymentAccount(sale.expert);
  await market.runJobs();
  await completeTestimony(sale);
  await market.service.runJobs('pay-out');
  return sale;
}

/** Creates functions that change the money of a testimony and read its ledger. */
export function createLedgerDriver(market: Market, sale: AssignedTestimony) {
  const { decide, listMoney, show } = operatorRoutes(market);
  const { id } = sale.testimony;
  return {
    /**
     * Simulates an outcome at the provider, sends an event about it and runs the jobs.
     * @param cents part of the payment
     */
    simulate: (outcome: string, cents?: number) =>
      simulateAndSync(market, sale, outcome, cents ? { amount: String(cents) } : {}),
    /** Sends an event about the payment, which makes the service look up all of its money. */
    async sendEvent(eventId?: string): Promise<void> {
      const { payment_intent } = await market.getSession(sale.sessionId);
      const refund = { id: 're_1', payment_intent: payment_intent.id };
      const { status, body } = await market.sendProviderEvent(refund, 'refund.updated', eventId);
      if (status !== 204) throw new Error(`${status}: ${JSON.stringify(body)}`);
      await market.runJobs();
    },
    settle: (kind: string, amount: number, fields: object = {}) =>
      decide(id, 'settle', { kind, amount, reference: 'VS 1', ...fields }),
    refund: (amount: number, from: string) => decide(id, 'refund', { amount, from }),
    sendPayout: () => decide(id, 'payout/send', {}),
    endPayout: () => decide(id, 'payout/end', {}),
    show: () => show(id),
    balances: async () => (await show(id)).balances,
    /**
     * Lists the entries with their amounts in euros, oldest first. Entries with the same time are sorted by kind.
     * @param kinds such as `payout`; by default all kinds
     */
    async entries(...kinds: string[]): Promise<[kind: string, from: string, to: string, amount: number][]> {
      const { ledger } = await show(id);
      return ledger
        .filter(({ kind }: { kind: string }) => kinds.length === 0 || kinds.includes(kind))
        .map(({ kind, from, to, amount }: Record<string, unknown>) => [kind, from, to, amount]);
    },
    /** Returns whether an amount of the testimony is in a list of operators, or in any list with a reason. */
    isListed: async (listOrReason: string) =>
      (await listMoney(listOrReason)).some(({ testimonyId }) => testimonyId === id),
    /** Sums the cents that the expert's account has received at the provider and not returned. */
    async sumTransfers(): Promise<number> {
      const lines = await market.getLedger({ transfer_group: id });
      return lines
        .filter(({ kind }) => kind.startsWith('transfer'))
        .reduce((sum, { amount }) => sum - amount, 0);
    },
  };
}
