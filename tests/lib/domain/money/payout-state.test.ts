import { expect, it } from 'vitest';
import type { TestimonyPayment } from '../../../../lib/domain/model/escrow.ts';
import type { LedgerEntry } from '../../../../lib/domain/model/ledger-entry.ts';
import { LedgerDraft } from '../../../../lib/domain/money/ledger-draft.ts';
import { derivePayout } from '../../../../lib/domain/money/payout-state.ts';
import { createEntry, PAYMENT_ENTRIES, PAYMENT_TESTIMONY } from '../../../support/paid-testimony.ts';

const FACTS = { testimonyId: 'testimony', sessionId: 'cs_1', at: '2026-06-15T10:00:00.000Z' };

/** Derives the payout that a job has claimed, after entries were added to the ledger. */
function deriveClaimed(
  fresh: readonly Pick<LedgerEntry, 'kind' | 'sourceId' | 'from' | 'to' | 'amount'>[],
  status: TestimonyPayment['status'] = 'paid',
) {
  const draft = new LedgerDraft(PAYMENT_ENTRIES, FACTS);
  for (const { kind, sourceId, from, to, amount } of fresh) draft.post(kind, sourceId, [from, to], amount);
  const { payment, payout } = PAYMENT_TESTIMONY;
  if (!payment || !payout) throw new Error('the testimony is not paid');
  const claimed = { ...payout, jobId: 'job-1' };
  return derivePayout({ ...PAYMENT_TESTIMONY, payment: { ...payment, status }, payout: claimed }, draft);
}

const PAYOUT = createEntry('payout', 'tr_1', ['expert', 'provider'], 9004);
const REVERSAL = createEntry('payout-reversed', 'trr_1', ['provider', 'expert'], 3000);

it('a payout that was sent is finished with the amount that the expert keeps', () => {
  expect(deriveClaimed([PAYOUT])).toMatchObject({ status: 'sent', amount: 9004, jobId: null });
});

it('a reversed payout has failed, and no job sends it again by itself', () => {
  expect(deriveClaimed([PAYOUT, REVERSAL])).toMatchObject({ status: 'failed', amount: 3000, jobId: null });
});

it('a job loses its claim to a payout while a refund by hand is unallocated', () => {
  const refund = createEntry('refund', 're_1', ['unallocated', 'provider'], 50);

  expect(deriveClaimed([refund])).toMatchObject({ status: 'held', amount: 9004, jobId: null });
});

it.each(['disputed', 'refunding'] as const)('a job loses its claim to a payout of a %s payment', status => {
  expect(deriveClaimed([], status)).toMatchObject({ status: 'held', jobId: null });
});

it('a payout is void after a full refund, although the expert still has a balance', () => {
  expect(deriveClaimed([], 'refunded')).toMatchObject({ status: 'void', amount: 0, jobId: null });
});
