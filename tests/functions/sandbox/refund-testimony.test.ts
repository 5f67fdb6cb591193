/** Tests of POST /api/v1/sandbox/testimonies/{id}/refund (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { fieldErrorResponse, UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText } from '../../support/find-mails.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
} from '../../support/payouts.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const refund = ({ post }: Person, { testimony }: Pick<AssignedTestimony, 'testimony'>, body: object = {}) =>
  post(`/sandbox/testimonies/${testimony.id}/refund`, body);
const show = ({ testimony }: AssignedTestimony) => operatorRoutes(market).show(testimony.id);
const listAudit = ({ testimony }: AssignedTestimony) => market.service.deps.audit.list(testimony.id);

/** Sends the event that the provider sends about a refund, and runs the jobs. */
async function reportRefund({ sessionId }: AssignedTestimony): Promise<void> {
  const { payment_intent } = await market.getSession(sessionId);
  await market.sendProviderEvent({ id: 're_1', payment_intent: payment_intent.id }, 'refund.updated');
  await market.runJobs();
}

it('the sandbox orders a refund of the rest of a payment, which both parties bear', async () => {
  const sale = await createPaidOutTestimony(market);

  expect(await refund(sale.expert, sale)).toMatchObject({
    status: 200,
    body: { data: { id: sale.testimony.id, payout: { paymentStatus: 'refunding' } } },
  });
  await assertLedgersMatch(market);

  expect(await show(sale)).toMatchObject({
    held: 0,
    payment: { status: 'refunded', refunded: 100.05 },
    payout: { status: 'void' },
  });
  const [entry] = await listAudit(sale);
  expect(entry).toMatchObject({
    ...expectedAuditEntry('refund ordered', 'Skúška v sandboxe.'),
    who: 'sandbox',
  });
});

it.each([
  ['expert', 40.04],
  ['platform', 90.04],
  ['both', 45.04],
])('the sandbox orders a refund of an amount that the named party bears (%s)', async (from, payout) => {
  const sale = await createWaitingTestimony(market);

  expect(await refund(sale.client, sale, { amount: 50, from })).toMatchObject({
    status: 200,
    body: { data: { payment: { status: 'paid' } } },
  });
  await assertLedgersMatch(market);

  expect(await getPayout(sale)).toMatchObject({ amount: payout });
  expect(await findMailText(sale.client.email, 'Vrátili sme vám časť platby')).toContain('50,00');
});

it.each([
  ['the rest', {}, { status: 'refunded', refunded: 100.05 }],
  ['an amount', { amount: 50 }, { status: 'paid', refunded: 50 }],
])(
  'the sandbox makes a manual refund of %s at the provider, and the event records the refund as not ordered',
  async (_, amount, payment) => {
    const sale = await createWaitingTestimony(market);

    const { status, body } = await refund(sale.client, sale, { ...amount, byHand: true });

    expect({ status, payment: body.data.payment.status }).toEqual({ status: 200, payment: 'paid' });
    await reportRefund(sale);
    expect(await show(sale)).toMatchObject({ payment });
    expect((await show(sale)).ledger.map(({ kind }: { kind: string }) => kind)).not.toContain(
      'refund-ordered',
    );
    expect(await listAudit(sale)).toMatchObject([{ what: 'refunded by hand', who: 'sandbox' }]);
  },
);

it.each([false, true])(
  'a refund above the rest of the payment is rejected with 422 (byHand: %s)',
  async byHand => {
    const sale = await createWaitingTestimony(market);
    await refund(sale.client, sale, { amount: 50, byHand: true });
    await reportRefund(sale);

    expect(await refund(sale.client, sale, { amount: 50.06, from: 'platform', byHand })).toMatchObject(
      fieldErrorResponse('amount', 'Suma je vyššia ako suma, ktorú možno vrátiť alebo vyrovnať.'),
    );
    expect((await show(sale)).payment).toMatchObject({ refunded: 50 });
  },
);

it.each([false, true])(
  'a refund without a payment, during a dispute and after a full refund returns 409 (byHand: %s)',
  async byHand => {
    const [offered, disputed, refunded] = [
      await market.createOfferedTestimony(),
      await createWaitingTestimony(market),
      await createWaitingTestimony(market),
    ];
    await market.simulateOutcome(disputed.sessionId, 'dispute');
    await reportRefund(disputed);
    await refund(refunded.client, refunded, { byHand: true });
    await reportRefund(refunded);

    for (const sale of [offered, disputed, refunded])
      expect(await refund(sale.client, sale, { byHand })).toMatchObject(WRONG_STATE);
  },
);

it('a second manual refund returns 409 before the provider has reported the first one', async () => {
  const sale = await createWaitingTestimony(market);
  expect((await refund(sale.client, sale, { byHand: true })).status).toBe(200);

  expect(await refund(sale.client, sale, { byHand: true })).toMatchObject(WRONG_STATE);
});

it('a refund in the sandbox returns 403 to everyone but the client and the assigned expert', async () => {
  const sale = await market.createAssignedTestimony();

  for (const person of [await market.createClient(), await market.createExpert()])
    for (const byHand of [false, true])
      expect(await refund(person, sale, { byHand })).toMatchObject(UNAUTHORIZED);
});
