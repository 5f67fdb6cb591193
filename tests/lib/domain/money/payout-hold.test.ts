import { expect, it } from 'vitest';
import type { Testimony } from '../../../../lib/domain/model/testimony.ts';
import { sumBalances } from '../../../../lib/domain/money/ledger.ts';
import { holdReason } from '../../../../lib/domain/money/payout-hold.ts';
import { createEntry, PAYMENT_ENTRIES } from '../../../support/paid-testimony.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const REFUND = createEntry('refund', 're_1', ['unallocated', 'provider'], 5000);

/** Creates a delivered testimony with an unallocated refund, whose payout is due at the time. */
const createTestimony = (dueAt: string | null) =>
  ({
    ...{ state: 'completed', documentCheck: 'ok', complaint: null },
    payment: { status: 'paid', disputed: 0, balances: sumBalances([...PAYMENT_ENTRIES, REFUND]) },
    payout: { status: 'held', ended: false, dueAt, releasedAt: null, confirmedAt: null },
  }) as unknown as Testimony;

it('a payout waits for an operator while a refund is unallocated', () => {
  expect(holdReason(createTestimony(null), NOW)).toBe('refund-decision');
});

it('a payout is `not-due` until its date, and then waits for the decision who bears a refund', () => {
  const testimony = createTestimony('2026-06-16T10:00:00.000Z');

  expect(holdReason(testimony, NOW)).toBe('not-due');
  expect(holdReason(testimony, new Date('2026-06-17T10:00:00Z'))).toBe('refund-decision');
});
