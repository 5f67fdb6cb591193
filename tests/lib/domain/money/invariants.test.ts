import { describe, expect, it, vi } from 'vitest';
import {
  checkoutChanged,
  tasksAdded,
  testimonyChangedWithoutActivity,
} from '../../../../lib/domain/changes.ts';
import type { Change } from '../../../../lib/domain/model/change.ts';
import type { JobTask } from '../../../../lib/domain/model/jobs/job.ts';
import type { Checkout } from '../../../../lib/domain/model/payments/checkout-session.ts';
import type { Balances, TestimonyPayout } from '../../../../lib/domain/model/payments/escrow.ts';
import type { Testimony } from '../../../../lib/domain/model/testimonies/testimony.ts';
import {
  findUnattendedMoney,
  refuseUnattendedMoney,
  UnattendedMoneyError,
} from '../../../../lib/domain/money/invariants.ts';
import { systemRandom } from '../../../../lib/platform/system.ts';
import { CHECKOUT, PAYMENT_NOW, PAYMENT_TESTIMONY } from '../../../support/paid-testimony.ts';

const clock = { now: () => PAYMENT_NOW };
const DEPS = { clock, random: systemRandom };
const TOMORROW = '2026-06-16T10:00:00.000Z';
const PAY_OUT: JobTask = { kind: 'pay-out', testimonyId: 'testimony' };

/** Creates the delivered testimony with changed parts of its payment and payout. */
function createTestimony(
  payout: Partial<TestimonyPayout>,
  balances: Partial<Balances> = {},
  facts: Partial<Testimony> = {},
): Testimony {
  const { payment, payout: held } = PAYMENT_TESTIMONY;
  if (!payment || !held) throw new Error('there is no payment');
  return {
    ...PAYMENT_TESTIMONY,
    payment: { ...payment, balances: { ...payment.balances, ...balances } },
    payout: { ...held, ...payout },
    ...facts,
  };
}

/** Lists the facts about money that a write leaves unattended. */
function check(before: Testimony, after: Testimony, tasks: readonly JobTask[] = []): string[] {
  const [change] = testimonyChangedWithoutActivity(before, after, DEPS);
  const changes = [change as Change, ...tasksAdded(tasks, DEPS)];
  return findUnattendedMoney(changes).map(({ facts }) => facts);
}

describe('an open payout of a completed and paid testimony', () => {
  const unattended = (status = 'held') => [`an open payout has no list, date or job: completed ${status}`];
  const listed = createTestimony({ hold: 'expert' });

  it('an open payout needs a job when the reason for its hold ends', () => {
    expect(check(listed, createTestimony({}))).toEqual(unattended());
    expect(check(listed, createTestimony({}), [PAY_OUT])).toEqual([]);
  });

  it('an open payout that had a job before the write needs no further job', () => {
    expect(check(createTestimony({}), createTestimony({}, {}, { notes: 'x' }))).toEqual([]);
  });

  it('an open payout needs no new job while a job has claimed it or while it waits for a decision', () => {
    expect(check(listed, createTestimony({ jobId: 'job' }))).toEqual([]);
    expect(check(createTestimony({ jobId: 'job' }), listed)).toEqual([]);
  });

  it('an open payout needs a job for each new date', () => {
    expect(check(listed, createTestimony({ dueAt: TOMORROW }))).toEqual(unattended());
    expect(check(listed, createTestimony({ dueAt: TOMORROW }), [PAY_OUT])).toEqual([]);
  });

  it('an open payout needs a job when the payout is released before its date, or when no job claims the payout any longer', () => {
    const waiting = createTestimony({ dueAt: TOMORROW });

    const released = createTestimony({
      dueAt: TOMORROW,
      releases: [{ by: 'operator', at: TOMORROW, covers: ['not-due'] }],
    });

    expect(check(waiting, released)).toEqual(unattended());
    expect(check(createTestimony({ jobId: 'job' }), createTestimony({}))).toEqual(unattended());
  });
});

describe('the balances of a payment that accepted an offer', () => {
  const sent = { status: 'sent' } as const;
  /** Lists the facts about money that a write leaves unattended when the testimony is in no list of operators. */
  const checkUnlisted = (after: Testimony, tasks: readonly JobTask[] = []) => {
    const change = {
      ...testimonyChangedWithoutActivity(after, after, DEPS)[0],
      waiting: undefined,
    } as Change;
    const jobs = tasksAdded(tasks, DEPS);
    return findUnattendedMoney([change, ...jobs]).map(({ facts }) => facts);
  };

  it.each(['expert', 'unallocated', 'refund-in-transit', 'dispute'] as const)(
    'the balances of a payment need a list, a date or a job while the balance %s is not zero',
    account => {
      for (const amount of [1, -1])
        expect(checkUnlisted(createTestimony(sent, { expert: 0, [account]: amount }))).toEqual([
          `${account} ${amount} has no list, date or job: completed paid sent`,
        ]);
    },
  );

  it('zero balances need no list, and other balances need only the list of the testimony', () => {
    expect(checkUnlisted(createTestimony(sent, { expert: 0 }))).toEqual([]);
    expect(check(PAYMENT_TESTIMONY, createTestimony(sent, { unallocated: -1 }))).toEqual([]);
  });

  it('a negative balance of the expert needs no list while a job takes money back from the expert', () => {
    const task = { kind: 'reverse-payout', testimonyId: 'testimony', paymentId: 'pi_1' } as const;

    expect(checkUnlisted(createTestimony(sent, { expert: -1 }), [task])).toEqual([]);
    expect(checkUnlisted(createTestimony(sent, { expert: 0, unallocated: -1 }), [task])).toHaveLength(1);
  });

  it('while a refund is on its way to the client, only an unallocated balance needs a list', () => {
    const returning = (balances: Partial<Balances>) => {
      const after = createTestimony(sent, { expert: 0, ...balances });
      return checkUnlisted({ ...after, payment: after.payment && { ...after.payment, returning: 5 } });
    };

    expect(returning({ 'refund-in-transit': 5 })).toEqual([]);
    expect(returning({ expert: -5 })).toEqual([]);
    expect(returning({ unallocated: -5 })).toHaveLength(1);
  });
});

it.each(['expert', 'unallocated', 'refund-in-transit', 'dispute'] as const)(
  'a late payment needs a list while the balance %s is not zero, unless a refund is under way',
  account => {
    const checkLate = (balances: Partial<Balances>, facts: Partial<Checkout> = {}) => {
      const { payment } = createTestimony({}, { expert: 0, ...balances });
      const late = { ...CHECKOUT, ...facts, state: 'late', payment } as Checkout;
      return findUnattendedMoney(checkoutChanged(late, late, DEPS)).map(each => each.facts);
    };
    const refund = { since: TOMORROW, failed: [], resent: 0 };

    expect(checkLate({ [account]: -5 })).toEqual([`${account} -5 has no list: late payment`]);
    expect(checkLate({ [account]: -5 }, { refund })).toEqual([]);
    expect(checkLate({})).toEqual([]);
  },
);

it('a write that leaves money unattended alerts the operators, throws and commits nothing', async () => {
  const commit = vi.fn(async () => []);
  const raise = vi.fn();
  const [change] = testimonyChangedWithoutActivity(
    createTestimony({ hold: 'expert' }),
    createTestimony({}),
    DEPS,
  );
  const changes = [change as Change];

  const committed = refuseUnattendedMoney({ commit }, { raise }).commit(changes);

  await expect(committed).rejects.toEqual(
    new UnattendedMoneyError(['an open payout has no list, date or job: completed held']),
  );
  await expect(committed).rejects.toMatchObject({ code: 'unavailable' });
  expect(raise.mock.calls).toEqual([['money unattended', { testimonyId: 'testimony' }]]);
  expect(commit).not.toHaveBeenCalled();
});
