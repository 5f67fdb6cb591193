/** Tests of simulated transfers, which no provider records, in the sandbox. */
import { beforeEach, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../lib/domain/model/payments/ledger-entry.ts';
import type { TransferInput } from '../../../lib/domain/model/payments/payment.ts';
import type { Payments } from '../../../lib/domain/ports/payments.ts';
import { sandboxPayments } from '../../../lib/platform/sandbox-payments.ts';
import { createEntry } from '../../support/paid-testimony.ts';

const REAL = { id: 'tr_1', amount: 300, reversals: [] };
const entries: LedgerEntry[] = [];
const calls: string[] = [];

/** Provider that answers every call for real accounts. */
const provider = {
  transfer: async () => {
    calls.push('transfer');
    return { id: 'tr_1', amount: 300 };
  },
  reverseTransfer: async () => {
    calls.push('reverseTransfer');
    return { id: 'trr_1', amount: 100 };
  },
  listTransfers: async () => [REAL],
} as Partial<Payments> as Payments;

const payments = sandboxPayments(provider, { listEntries: async () => entries });

const createTransfer = (expert: object): TransferInput =>
  ({ key: 'job-0', paymentId: 'pi_1', amount: 9004, testimonyId: 'testimony', expert }) as TransferInput;

beforeEach(() => {
  entries.length = 0;
  calls.length = 0;
});

it('a transfer to a simulated account and its reversals do not reach the provider', async () => {
  const { id } = await payments.transfer(createTransfer({ paymentAccountSimulated: true }));
  const reversal = await payments.reverseTransfer({ key: 'reversal-0', transferId: id, amount: 4 });

  expect(reversal.amount).toBe(4);
  expect([payments.hasTransactions(id), payments.hasTransactions(reversal.id)]).toEqual([false, false]);
  expect(calls).toEqual([]);
});

it('the recorded simulated transfers are listed with their reversals after those of the provider', async () => {
  const { id, amount } = await payments.transfer(createTransfer({ paymentAccountSimulated: true }));
  const reversal = await payments.reverseTransfer({ key: 'reversal-0', transferId: id, amount: 4000 });
  entries.push(
    createEntry('payout', 'tr_1', ['expert', 'provider'], 300),
    createEntry('payout', id, ['expert', 'provider'], 9000),
    createEntry('payout', id, ['unallocated', 'provider'], 4),
    createEntry('payout-reversed', reversal.id, ['provider', 'expert'], reversal.amount),
  );

  expect(await payments.listTransfers('testimony')).toEqual([REAL, { id, amount, reversals: [reversal] }]);
});
