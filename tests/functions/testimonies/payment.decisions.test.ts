/** POST /api/v1/operator/testimonies/{id}/refund (infra/docs/api/operators.md#money). */
import { beforeEach, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';
import { operatorRoutes } from '../operator/operator-routes.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
  dismissJob,
  getPayout,
  listDeadJobs,
  retryJob,
} from './payout-helpers.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const refund = ({ testimony }: AssignedTestimony, amount: number, from: string) =>
  operatorRoutes(market).decide(testimony.id, 'refund', { amount, from });
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const list = async (name: string) =>
  (await operatorRoutes(market).list(name)).map(
    ({ id, testimonyId }: Record<string, string>) => testimonyId ?? id,
  );

describe('an ordered refund', () => {
  it.each([
    ['expert', { held: 10.01, payout: { status: 'sent', amount: 40.04 } }],
    ['platform', { held: -39.99, payout: { status: 'sent', amount: 90.04 } }],
    ['both', { held: 5.01, payout: { status: 'sent', amount: 45.04 } }],
  ])(
    'of a paid out testimony is borne by %s, reverses the part of the expert and is balanced',
    async (from, expected) => {
      const sale = await createPaidOutTestimony(market);

      expect(await refund(sale, 50, from)).toMatchObject({ status: 200 });
      await assertLedgersMatch(market);

      expect(await show(sale)).toMatchObject({ ...expected, payment: { status: 'paid', refunded: 50 } });
      expect([await list('payments'), await list('refunds'), await listDeadJobs(market)]).toEqual([
        [],
        [],
        [],
      ]);
      expect(await findMailText(sale.client.email, 'Vrátili sme vám časť platby')).toContain('50,00');
      expect(await listItems(market.service.deps, `AUDIT#${sale.testimony.id}`)).toMatchObject([
        expectedAuditEntry('refund ordered', 'Dohoda.'),
      ]);
    },
  );

  it('of the whole payment leaves no payout and no money', async () => {
    const sale = await createPaidOutTestimony(market);
    expect(await refund(sale, 100.05, 'both')).toMatchObject({
      body: { data: { payment: { status: 'refunding' } } },
    });
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({
      state: 'completed',
      held: 0,
      payment: { status: 'refunded', refunded: 100.05 },
      payout: { status: 'void' },
    });
    expect(await findMailText(sale.expert.email, 'Zmena odmeny za posudok')).toMatch(/90,04.*0,00/);
  });

  it('before the payout reduces the payout', async () => {
    const sale = await createCompletedTestimony(market);
    await refund(sale, 50, 'both');
    await assertLedgersMatch(market);

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 45.04 });
  });

  it('cancels an accepted testimony when it is whole', async () => {
    const sale = await market.createAssignedTestimony();
    await refund(sale, 250, 'both');
    await market.runJobs();

    expect(await sale.client.getTestimony(sale.testimony.id)).toMatchObject({
      state: 'cancelled',
      payment: { status: 'refunded' },
    });
  });

  it.each([
    ['payments', 'reverseTransfer', 'before'],
    ['payments', 'reverseTransfer', 'after'],
    ['payments', 'refund', 'before'],
    ['payments', 'refund', 'after'],
    ['unitOfWork', 'commit', 'before'],
    ['unitOfWork', 'commit', 'after'],
  ] as const)('is carried out once after a crash of %s.%s, %s the call', async (port, method, when) => {
    const sale = await createPaidOutTestimony(market);
    await refund(sale, 50, 'expert');
    const owner = market.service.deps[port] as unknown as Record<string, (...args: unknown[]) => unknown>;
    const original = owner[method];
    owner[method] = async (...args) => {
      owner[method] = original as (typeof owner)[string];
      if (when === 'after') await original?.(...args);
      throw new Error('the process died');
    };
    await market.runJobs().catch(() => undefined);
    market.service.deps.clock.advance(10 * 60_000);
    await assertLedgersMatch(market);

    expect(await show(sale)).toMatchObject({ held: 10.01, payout: { status: 'sent', amount: 40.04 } });
  });

  it('is listed as pending until the provider confirms it, and raises an alert after seven days', async () => {
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await refund(sale, 50, 'both');
    await market.runJobs();
    expect(await list('refunds?state=pending')).toEqual([sale.testimony.id]);
    expect(await refund(sale, 1, 'both')).toMatchObject(WRONG_STATE);

    await market.simulateOutcome(sale.sessionId, 'refund-succeeds');
    const { payment_intent } = await market.getSession(sale.sessionId);
    await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');

    expect(await list('refunds?state=pending')).toEqual([]);
  });

  it('that fails is listed, is repeated on a retry, and can be settled outside with a reference', async () => {
    const sale = await createCompletedTestimony(market);
    await market.simulateOutcome(sale.sessionId, 'refunds-wait');
    await refund(sale, 50, 'expert');
    await market.runJobs();
    const { payment_intent } = await market.getSession(sale.sessionId);
    const fail = async () => {
      await market.simulateOutcome(sale.sessionId, 'refund-fails');
      await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.failed');
      await market.runJobs();
      expect(await list('refunds?state=failed')).toEqual([sale.testimony.id]);
      return (await listDeadJobs(market))[0]?.id ?? '';
    };
    const first = await fail();
    await retryJob(market, first);
    await market.runJobs();
    expect(await list('refunds?state=failed')).toEqual([]);
    const second = await fail();
    await expect(dismissJob(market, second)).rejects.toThrow('422');

    await dismissJob(market, second, 'VS 2026110042');

    expect(await show(sale)).toMatchObject({ held: 10.01, payment: { status: 'paid', refunded: 50 } });
    expect([await list('refunds?state=failed'), await list('payments'), await listDeadJobs(market)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('returns 422 for an amount above the rest or above the part of the expert, and 409 unless paid', async () => {
    const sale = await createPaidOutTestimony(market);
    for (const [amount, from] of [
      [100.06, 'platform'],
      [90.05, 'expert'],
    ] as const)
      expect(await refund(sale, amount, from)).toMatchObject({ status: 422 });
    const open = await market.createOfferedTestimony();
    expect(await refund(open as AssignedTestimony, 1, 'both')).toMatchObject(WRONG_STATE);
  });
});

describe('a payment outside the provider', () => {
  const settle = ({ testimony }: AssignedTestimony, kind: string, amount: number) =>
    operatorRoutes(market).decide(testimony.id, 'settle', { kind, amount, reference: 'VS 1' });

  it('to the expert ends an owed payout', async () => {
    const sale = await market.createAssignedTestimony();
    await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
    await market.runJobs();
    expect(await list('payouts?state=owed')).toEqual([sale.testimony.id]);
    expect(await settle(sale, 'payout', 225.01)).toMatchObject({ status: 422 });

    expect(await settle(sale, 'payout', 225)).toMatchObject({ status: 200 });

    expect(await show(sale)).toMatchObject({ held: 25, payout: { status: 'sent', amount: 225 } });
    expect([await list('payouts?state=owed'), await list('payments')]).toEqual([[], []]);
  });

  it.each([
    ['payout-returned', 90.04],
    ['written-off', 90.04],
  ])('of the kind %s balances a lost dispute after the payout', async (kind, amount) => {
    const sale = await createPaidOutTestimony(market);
    for (const outcome of ['dispute', 'dispute-lost']) await market.simulateOutcome(sale.sessionId, outcome);
    const { payment_intent } = await market.getSession(sale.sessionId);
    await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
    expect(await list('payments')).toEqual([sale.testimony.id]);

    expect(await settle(sale, kind, amount)).toMatchObject({ status: 200 });

    expect([await list('payments'), (await show(sale)).held]).toEqual([[], 0]);
  });
});

it('reopens a payout that was reduced for a refund that failed later', async () => {
  const sale = await createCompletedTestimony(market);
  const reopen = () => operatorRoutes(market).decide(sale.testimony.id, 'reopen-payout', {});
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '5000' });
  await market.runJobs();
  await market.simulateOutcome(sale.sessionId, 'refund-fails');
  expect(await reopen()).toMatchObject(WRONG_STATE);
  const { payment_intent } = await market.getSession(sale.sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.failed');
  expect(await list('payments')).toEqual([sale.testimony.id]);

  expect(await reopen()).toMatchObject({ status: 200 });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await list('payments')).toEqual([]);
});
