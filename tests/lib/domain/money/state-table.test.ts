import { expect, it } from 'vitest';
import { LedgerDraft } from '../../../../lib/domain/money/ledger-draft.ts';
import { derivePaymentState } from '../../../../lib/domain/money/payment-state.ts';
import { findMoneyState } from '../../../../lib/domain/money/state-table.ts';
import { assertMoneyTransitions } from '../../../../lib/domain/money/transitions.ts';
import { createPaidTestimony, createRefund, PAYMENT_ENTRIES } from '../../../support/paid-testimony.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const NO_MONEY = { refunds: [], disputes: [], transfers: [] };
const DISPUTE = { id: 'du_1', taken: 10_005, returned: 0, status: 'open', respondBy: null } as const;
const REPORTS = [
  { disputes: [DISPUTE] },
  { refunds: [createRefund('re_1', 10_005, 'pending')] },
  { refunds: [createRefund('re_1', 10_005, 'succeeded')] },
  { refunds: [createRefund('re_1', 10_005, 'failed')] },
  { refunds: [createRefund('re_1', 10_005, 'succeeded')], disputes: [DISPUTE] },
  { disputes: [{ ...DISPUTE, status: 'lost' as const }] },
  { disputes: [{ ...DISPUTE, status: 'lost' as const, returned: 4000 }] },
];
const TRANSFERS = [
  { id: 'tr_1', amount: 9004, reversals: [] },
  { id: 'tr_1', amount: 9004, reversals: [{ id: 'trr_1', amount: 9004 }] },
];

it.each(
  (['accepted', 'completed'] as const).flatMap(state =>
    TRANSFERS.map(transfer => [state, transfer] as const),
  ),
)(
  'the table of states contains each state that reports of the provider lead to (%s, %j)',
  async (state, transfer) => {
    const { deps } = createPaidTestimony();
    const [checkout, testimony] = [
      await deps.checkouts.find('cs_1'),
      await deps.testimonies.find('testimony'),
    ];
    if (!checkout?.payment || !testimony) throw new Error('there is no payment');

    for (const first of REPORTS)
      for (const second of REPORTS) {
        let records = { checkout, testimony: { ...testimony, state } };
        const draft = new LedgerDraft(PAYMENT_ENTRIES, {
          ...{ testimonyId: 'testimony', sessionId: 'cs_1', at: NOW.toISOString() },
        });
        for (const report of [{}, first, second, {}]) {
          const money = { ...NO_MONEY, ...report, transfers: [transfer] };
          const after = derivePaymentState(records, draft, money, NOW);
          assertMoneyTransitions(records.testimony, after.testimony);
          records = {
            ...after,
            testimony: { ...after.testimony, state: after.testimony.state as typeof state },
          };
          const { payment, payout } = records.testimony;
          const found = findMoneyState(records.testimony);
          expect(found, `${records.testimony.state} ${payment?.status} ${payout?.status}`).toBeDefined();
        }
      }
  },
);
