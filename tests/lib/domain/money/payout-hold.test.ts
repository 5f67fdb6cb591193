import { describe, expect, it } from 'vitest';
import type { Testimony } from '../../../../lib/domain/model/testimonies/testimony.ts';
import { sumBalances } from '../../../../lib/domain/money/ledger.ts';
import { findHoldEnd, findHoldReason, findNextPayoutTime } from '../../../../lib/domain/money/payout-hold.ts';
import { createEntry, PAYMENT_ENTRIES } from '../../../support/paid-testimony.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const REFUND = createEntry('refund', 're_1', ['unallocated', 'provider'], 5000);

const AT = '2026-06-14T10:00:00.000Z';
const CONFIRMED = { by: 'client', at: AT, covers: ['not-due'] };

/** Creates a delivered testimony with an unallocated refund, whose payout is due at the given time. */
const createTestimony = (dueAt: string | null) =>
  ({
    state: 'completed',
    documentCheck: 'ok',
    complaint: null,
    payment: { status: 'paid', balances: sumBalances([...PAYMENT_ENTRIES, REFUND]) },
    payout: { status: 'held', dueAt, hold: null, releases: [] },
  }) as unknown as Testimony;

it('a payout waits for an operator while a refund is unallocated', () => {
  expect(findHoldReason(createTestimony(null), NOW)).toBe('decision');
});

it('a payout waits for its date before it waits for the decision who bears a refund', () => {
  const testimony = createTestimony('2026-06-16T10:00:00.000Z');

  expect(findHoldReason(testimony, NOW)).toBe('not-due');
  expect(findHoldReason(testimony, new Date('2026-06-17T10:00:00Z'))).toBe('decision');
});

describe('the next time of a payout', () => {
  const TOMORROW = '2026-06-16T10:00:00.000Z';
  const YESTERDAY = '2026-06-14T10:00:00.000Z';
  function findNext(payout: object, payment: object = {}, testimony: object = {}): string | null {
    const { payment: paid, payout: held, ...rest } = createTestimony(null);
    const facts = {
      ...rest,
      payment: { ...paid, balances: sumBalances(PAYMENT_ENTRIES), ...payment },
      payout: { ...held, jobId: null, ...payout },
      ...testimony,
    };
    return findNextPayoutTime(facts as unknown as Testimony);
  }

  it.each([
    ['now when nothing holds it', {}, 'now'],
    ['its future date', { dueAt: TOMORROW }, TOMORROW],
    ['its date, also when it has passed', { dueAt: YESTERDAY }, YESTERDAY],
    ['now when the client has confirmed the delivery', { dueAt: TOMORROW, releases: [CONFIRMED] }, 'now'],
    ['missing after it has failed', { status: 'failed' }, null],
    ['missing while a job sends it', { jobId: 'job' }, null],
    ['missing while it is owed', { status: 'owed' }, null],
    ['missing while the name of the expert is reviewed', { hold: 'review' }, null],
    ['missing after it was sent', { status: 'sent' }, null],
    ['missing while it exceeds the daily cap', { hold: 'cap' }, null],
  ])('the next time of a payout is %s', (_, payout, time) => {
    expect(findNext(payout)).toBe(time);
  });

  it('the next time of a payout is the later of its date and the end of its waiting period', () => {
    expect(findNext({}, { waitsUntil: TOMORROW })).toBe(TOMORROW);
    expect(findNext({ dueAt: TOMORROW }, { waitsUntil: YESTERDAY })).toBe(TOMORROW);
    expect(findNext({ dueAt: YESTERDAY }, { waitsUntil: TOMORROW })).toBe(TOMORROW);
  });

  it('a payout has no next time while its document is not checked or a complaint is open', () => {
    expect(findNext({ dueAt: TOMORROW }, {}, { documentCheck: 'pending' })).toBeNull();
    expect(findNext({ dueAt: TOMORROW }, {}, { complaint: { endedAt: null } })).toBeNull();
  });

  it('a payout has no next time while a refund is unallocated, the payment is refunded, or the work is not delivered', () => {
    expect(findNext({}, { balances: sumBalances([...PAYMENT_ENTRIES, REFUND]) })).toBeNull();
    expect(findNext({ dueAt: TOMORROW }, { balances: sumBalances([...PAYMENT_ENTRIES, REFUND]) })).toBeNull();
    expect(findNext({}, { status: 'refunding' })).toBeNull();
    expect(findNext({}, {}, { state: 'accepted' })).toBeNull();
  });
});

describe('payouts that are held because of suspected fraud', () => {
  const AT = '2026-06-14T10:00:00.000Z';
  const CONFIRMED = { by: 'client', at: AT, covers: ['not-due'] };

  /** Creates a delivered testimony without a refund, whose payout does not wait for a date. */
  function createDelivered(payment: object, payout: object = {}): Testimony {
    const testimony = createTestimony(null);
    const paid = { ...testimony.payment, balances: sumBalances(PAYMENT_ENTRIES), ...payment };
    return {
      ...testimony,
      payment: paid,
      payout: { ...testimony.payout, ...payout },
    } as unknown as Testimony;
  }
  const DECIDED = [CONFIRMED, { by: 'complaint', at: AT, covers: ['not-due', 'document'] }];
  const CLEARED = [{ by: 'operator', at: AT, covers: ['risk', 'document', 'cap', 'not-due'] }];
  const waitsUntil = '2026-06-16T10:00:00.000Z';

  it.each([
    ['normal', undefined],
    ['not_assessed', undefined],
    ['unknown', undefined],
    ['elevated', 'risk'],
    ['highest', 'risk'],
  ])('a charge with the risk level %s is held for the reason %s', (riskLevel, reason) => {
    expect(findHoldReason(createDelivered({ riskLevel }), NOW)).toBe(reason);
  });

  it.each([
    ['risk', { riskLevel: 'highest' }],
    ['not-due', { waitsUntil }],
  ])(
    'a release ends the hold for the reason %s, but a confirmation and the end of a complaint do not',
    (reason, payment) => {
      expect(findHoldReason(createDelivered(payment, { releases: DECIDED }), NOW)).toBe(reason);
      expect(findHoldReason(createDelivered(payment, { releases: CLEARED }), NOW)).toBeUndefined();
    },
  );

  it('a payout waits until the end of its waiting period and shows this time', () => {
    const testimony = createDelivered({ waitsUntil });

    expect(findHoldEnd(testimony, findHoldReason(testimony))).toBe(waitsUntil);
    expect(findHoldReason(testimony, new Date(waitsUntil))).toBeUndefined();
  });

  it('a release does not end the hold of a payout for a review', () => {
    expect(findHoldReason(createDelivered({}, { releases: CLEARED, hold: 'review' }), NOW)).toBe('review');
  });

  it.each(['pending', 'unreadable', 'active-content', 'infected'] as const)(
    'a confirmation does not end the hold of a payout whose document is %s',
    documentCheck => {
      const testimony = { ...createDelivered({}, { releases: [CONFIRMED] }), documentCheck };

      expect(findHoldReason(testimony, NOW)).toBe('document');
    },
  );
});
