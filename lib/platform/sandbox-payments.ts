/**
 * Payment provider of the sandbox. It simulates the transfers to experts whose payment account only the sandbox has
 * verified. The provider has no record of simulated transfers, so they are read from the ledger.
 */
import type { LedgerEntry } from '../domain/model/payments/ledger-entry.ts';
import type { ProviderTransfer } from '../domain/model/payments/payment.ts';
import type { Checkouts, Payments } from '../domain/ports/payments.ts';
import type { Secrets } from './aws/secrets/secrets.ts';
import { type Environment, isSandbox } from './environment.ts';
import { stripePayments } from './stripe/payments.ts';

const PREFIX = 'tr_sandbox_';

const isSimulated = (transferId: string): boolean => transferId.startsWith(PREFIX);

/** Creates the payment provider of the stage. */
export function createPayments(
  environment: Environment,
  secrets: Secrets,
  checkouts: Pick<Checkouts, 'listEntries'>,
): Payments {
  const payments = stripePayments(environment, secrets);
  return isSandbox(environment) ? sandboxPayments(payments, checkouts) : payments;
}

export function sandboxPayments(payments: Payments, checkouts: Pick<Checkouts, 'listEntries'>): Payments {
  return {
    ...payments,

    async transfer(input) {
      const { expert, key, amount } = input;
      return expert.paymentAccountSimulated ? { id: `${PREFIX}${key}`, amount } : payments.transfer(input);
    },

    async reverseTransfer(input) {
      const { transferId, key, amount } = input;
      return isSimulated(transferId)
        ? { id: `${transferId}-${key}`, amount }
        : payments.reverseTransfer(input);
    },

    async listTransfers(testimonyId) {
      const [transfers, entries] = await Promise.all([
        payments.listTransfers(testimonyId),
        checkouts.listEntries(testimonyId),
      ]);
      return [...transfers, ...listSimulated(entries)];
    },

    hasTransactions: providerId => !isSimulated(providerId),
  };
}

const listSimulated = (entries: readonly LedgerEntry[]): ProviderTransfer[] =>
  sumBySource(entries, 'payout').map(transfer => ({
    ...transfer,
    reversals: sumBySource(entries, 'payout-reversed').filter(({ id }) => id.startsWith(`${transfer.id}-`)),
  }));

/** Sums the entries of each simulated transfer or reversal. A transfer above the expert's balance has two entries. */
function sumBySource(entries: readonly LedgerEntry[], wanted: LedgerEntry['kind']) {
  const simulated = entries.filter(({ kind, sourceId }) => kind === wanted && isSimulated(sourceId));
  return [...Map.groupBy(simulated, ({ sourceId }) => sourceId)].map(([id, own]) => ({
    id,
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
  }));
}
