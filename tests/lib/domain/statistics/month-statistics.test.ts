import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ProviderMoney } from '../../../../lib/domain/model/payments/payment.ts';
import { LedgerDraft } from '../../../../lib/domain/money/ledger.ts';
import { postProviderMoney } from '../../../../lib/domain/money/posting.ts';
import { computeStatistics } from '../../../../lib/domain/statistics/month-statistics.ts';
import { createEntry, PAYMENT_ENTRIES, PAYMENT_NOW } from '../../../support/paid-testimony.ts';

const cents = fc.integer({ min: 1, max: 5000 });
const refund = fc.record({ amount: cents, status: fc.constantFrom('pending', 'succeeded', 'failed') });
const dispute = fc.record({
  taken: cents,
  kept: cents,
  status: fc.constantFrom('inquiry', 'inquiry-closed', 'open', 'won', 'lost'),
});
const transfer = fc.record({ amount: cents, reversed: fc.array(cents, { maxLength: 3 }) });
const settlement = fc.record({ isReturned: fc.boolean(), amount: cents });
const fee = fc.record({ isReturned: fc.boolean(), amount: cents });

it('the sums of a month add up to the change of the balance at the provider and outside of it', async () => {
  const ledger = fc.record({
    refunds: fc.array(refund, { maxLength: 4 }),
    disputes: fc.array(dispute, { maxLength: 4 }),
    transfers: fc.array(transfer, { maxLength: 4 }),
    settlements: fc.array(settlement, { maxLength: 4 }),
    fees: fc.array(fee, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(ledger, async ({ refunds, disputes, transfers, settlements, fees }) => {
      const money: ProviderMoney = {
        refunds: refunds.map((each, index) => ({ ...each, id: `re_${index}`, orderId: null })),
        disputes: disputes.map(({ taken, kept, status }, index) => {
          const returned = Math.max(0, taken - kept);
          return { id: `du_${index}`, taken, returned, status, respondBy: null };
        }),
        transfers: transfers.map(({ amount, reversed }, index) => ({
          id: `tr_${index}`,
          amount,
          reversals: reversed.map((each, order) => ({ id: `trr_${index}_${order}`, amount: each })),
        })),
      };
      const draft = new LedgerDraft(PAYMENT_ENTRIES, {
        testimonyId: 'testimony',
        sessionId: 'cs_1',
        at: PAYMENT_NOW.toISOString(),
      });
      postProviderMoney(draft, money, false);
      for (const [index, { isReturned, amount }] of settlements.entries())
        draft.post(
          isReturned ? 'outside-payout-returned' : 'outside-payout',
          `VS ${index}`,
          isReturned ? ['outside', 'expert'] : ['expert', 'outside'],
          amount,
        );
      const feeEntries = fees.map(({ isReturned, amount }, index) =>
        createEntry(
          isReturned ? 'fee-returned' : 'fee',
          `txn_${index}`,
          isReturned ? ['provider', 'fees'] : ['fees', 'provider'],
          amount,
        ),
      );
      const entries = [...draft.entries, ...feeEntries];
      const half = Math.floor(entries.length / 2);
      const monthlyRecords = {
        listCreated: async () => ({ clients: 0, experts: 0, testimonyIds: [] }),
        async *readEntries() {
          yield entries.slice(0, half);
          yield entries.slice(half);
        },
      };

      const {
        payments,
        refunds: back,
        payouts,
        ...sums
      } = (
        await computeStatistics('2026-06', {
          monthlyRecords,
          testimonies: { findAll: async () => [] },
        } as never)
      ).money;

      const change = (account: string) =>
        entries.reduce(
          (sum, { from, to, amount }) =>
            sum + (from === account ? amount : 0) - (to === account ? amount : 0),
          0,
        );
      expect(payments + back + payouts + sums.disputes + sums.fees).toBe(change('provider'));
      expect(sums.outside).toBe(change('outside'));
    }),
  );
});
