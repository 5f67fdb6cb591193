/** Tests of the state of a payout after a look-up of its payment. */
import { expect, it } from 'vitest';
import type { TestimonyPayment, TestimonyPayout } from '../../../../lib/domain/model/payments/escrow.ts';
import type { LedgerEntry } from '../../../../lib/domain/model/payments/ledger-entry.ts';
import type { Testimony } from '../../../../lib/domain/model/testimonies/testimony.ts';
import { LedgerDraft } from '../../../../lib/domain/money/ledger.ts';
import { derivePayout } from '../../../../lib/domain/money/payout-state.ts';
import { createEntry, PAYMENT_ENTRIES, PAYMENT_TESTIMONY } from '../../../support/paid-testimony.ts';

/** Derives the payout from recorded entries and from entries that the look-up adds. */
function derive(
  payout: Partial<TestimonyPayout>,
  recorded: readonly LedgerEntry[],
  fresh: readonly LedgerEntry[] = [],
): TestimonyPayout | null {
  const facts = { testimonyId: 'testimony', sessionId: 'cs_1', at: '2026-06-16T10:00:00.000Z' };
  const draft = new LedgerDraft([...PAYMENT_ENTRIES, ...recorded], facts);
  for (const { kind, sourceId, from, to, amount } of fresh) draft.post(kind, sourceId, [from, to], amount);
  const before = { ...PAYMENT_TESTIMONY.payout, ...payout };
  return derivePayout({ ...PAYMENT_TESTIMONY, payout: before } as Testimony, draft);
}

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

it('a reversed payout has failed, and no job sends the payout again', () => {
  expect(deriveClaimed([PAYOUT, REVERSAL])).toMatchObject({ status: 'failed', amount: 3000, jobId: null });
});

it('a job loses its claim to a payout while a manual refund is unallocated', () => {
  const refund = createEntry('refund', 're_1', ['unallocated', 'provider'], 50);

  expect(deriveClaimed([refund])).toMatchObject({ status: 'held', amount: 9004, jobId: null });
});

it.each(['disputed', 'refunding'] as const)('a job loses its claim to a payout of a %s payment', status => {
  expect(deriveClaimed([], status)).toMatchObject({ status: 'held', jobId: null });
});

it('a payout is void after a full refund, although the expert still has a balance', () => {
  expect(deriveClaimed([], 'refunded')).toMatchObject({ status: 'void', amount: 0, jobId: null });
});

const SETTLED = createEntry('outside-payout', 'VS 1', ['expert', 'outside'], 9004);
const UNDONE = createEntry('settlement-undone', 'outside-payout VS 1', ['outside', 'expert'], 9004);

it.each<[Partial<TestimonyPayout>, readonly LedgerEntry[]]>([
  [{ status: 'void', amount: 0 }, [SETTLED, UNDONE]],
  [{ status: 'sent' }, [PAYOUT]],
  [{ status: 'sent', amount: 6004 }, [PAYOUT, REVERSAL]],
  [{ status: 'failed', amount: 3000, jobId: 'job' }, [PAYOUT, REVERSAL]],
  [{ status: 'held', jobId: 'job' }, []],
  [{ status: 'owed' }, []],
])('a look-up without anything new does not change the payout %j', (payout, recorded) => {
  expect(derive(payout, recorded)).toEqual({ ...PAYMENT_TESTIMONY.payout, ...payout });
});

it('a payout whose settlement is undone is void', () => {
  expect(derive({ status: 'sent' }, [SETTLED], [UNDONE])).toMatchObject({ status: 'void', amount: 0 });
});

it('a void payout is held again when an ordered refund ends and its money returns to the expert', () => {
  const ordered = createEntry('refund-ordered', 'refund', ['expert', 'refund-in-transit'], 9004);
  const ended = createEntry('refund-ended', 'refund-2', ['refund-in-transit', 'expert'], 9004);

  expect(derive({ status: 'void', amount: 0 }, [ordered], [ended])).toMatchObject({
    status: 'held',
    amount: 9004,
    jobId: null,
  });
});

it.each([
  ['sent', null],
  ['failed', 'job'],
  ['held', 'job'],
] as const)('a %s payout has failed after a reversal, with the job %s', (status, jobId) => {
  expect(derive({ status, jobId }, [PAYOUT], [REVERSAL])).toMatchObject({
    status: 'failed',
    amount: 3000,
    jobId,
  });
});

it('after a transfer of a part, the rest of the payout is held for another job', () => {
  const part = createEntry('payout', 'tr_1', ['expert', 'provider'], 4000);

  expect(derive({ status: 'held', jobId: 'job' }, [], [part])).toMatchObject({
    status: 'held',
    amount: 5004,
    jobId: null,
  });
});
