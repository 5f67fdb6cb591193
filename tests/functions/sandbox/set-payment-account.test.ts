/** POST /api/v1/sandbox/me/payment-account (infra/docs/api/sandbox.md) */
import { beforeEach, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../../support/fake-server.ts';
import { listSubjects } from '../../support/mails.ts';
import type { Market, MarketExpert } from '../../support/market.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { documentBody } from '../../support/testimony-builders.ts';
import { deadJobs, paidOut, payoutOf, revive, transfersIn } from '../testimonies/payouts.ts';

let market: Market;

beforeEach(async () => {
  market = await startSandbox();
});

const sets = (expert: MarketExpert, state: unknown) => expert.post('/sandbox/me/payment-account', { state });
const accountOf = async (expert: MarketExpert) => (await expert.get('/me')).body.data.paymentAccount;

async function delivered() {
  const sale = await market.assigned();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.work();
  return { ...sale, payout: async () => (await sale.expert.see(sale.testimony.id)).payout };
}

describe('state of the payment account', () => {
  it('approves the expert when the account is verified and sends a mail when it is restricted', async () => {
    const expert = await market.expert();
    await market.become(expert, {
      approval: { granted: false, revoked: false, paymentAccountVerified: false },
    });
    const before = (await expert.get('/me')).body.data;
    expect(before).toMatchObject({ approved: false, paymentAccount: 'none' });

    const { status, body } = await sets(expert, 'verified');

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { ...before, approved: true, paymentAccount: 'verified' } },
    });
    expect((await sets(expert, 'restricted')).body.data).toEqual({ ...before, paymentAccount: 'restricted' });
    await market.work();
    expect(await listSubjects(expert.email)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/schválený/),
        expect.stringMatching(/potrebuje pozornosť/),
      ]),
    );
  });

  it('keeps the simulated state until the provider reports another one', async () => {
    const expert = await market.expert();
    await expert.post('/me/payment-account');
    await sets(expert, 'verified');
    expect(await accountOf(expert)).toBe('verified');

    await expert.post('/me/payment-account');

    expect(await accountOf(expert)).toBe('incomplete');
  });

  it('discards the simulated state when the provider reports the same one', async () => {
    const expert = await market.expert();
    await sets(expert, 'verified');
    const { url } = (await expert.post('/me/payment-account')).body.data;
    await fetch(url, { method: 'POST', redirect: 'manual' });

    await expert.post('/me/payment-account');

    expect(await accountOf(expert)).toBe('verified');
    expect(await market.service.deps.accounts.find(expert.id)).not.toHaveProperty('paymentAccountSimulated');
  });

  it.each([undefined, 'incomplete', 'none'])('returns 422 for the state %s', async state => {
    expect(await sets(await market.expert(), state)).toMatchObject({
      status: 422,
      body: { errors: { state: [expect.any(String)] } },
    });
  });
});

describe('payout to an account that is verified only in the sandbox', () => {
  it('records the payout as sent without a transfer at the provider', async () => {
    const provider = await startFaultProxy(market.providerUrl, () => undefined);
    market = await startSandbox({ STRIPE_URL: provider.url });
    const { expert, testimony, payout } = await delivered();
    expect(await payout()).toMatchObject({ status: 'owed' });

    await sets(expert, 'verified');
    await market.work();

    expect(await payout()).toEqual({ status: 'sent', amount: 225, sentAt: expect.any(String) });
    expect(provider.calls.filter(({ path }) => path.includes('/transfers'))).toEqual([]);
    const movements = await market.service.deps.checkouts.listMovements(testimony.id);
    expect(movements.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
      ['payment', 25_000],
      ['payout', -22_500],
    ]);
    expect(await listSubjects(expert.email)).toContainEqual(expect.stringMatching(/odmen|vyplat|výplat/i));
  });

  it.each([
    ['dispute', 'charge.dispute.created', 'disputed'],
    ['refund', 'refund.updated', 'refunded'],
  ])('processes a %s after a simulated payout', async (outcome, type, status) => {
    const { client, expert, testimony, sessionId } = await delivered();
    await sets(expert, 'verified');
    await market.work();

    await market.befalls(sessionId, outcome);
    const { source: id } = (await market.ledger()).find(({ kind }) => kind === outcome) ?? {};
    const { id: payment_intent } = (await market.session(sessionId)).payment_intent;

    expect(await market.tell({ id, payment_intent }, type)).toMatchObject({ status: 204 });
    expect((await client.see(testimony.id)).payment).toMatchObject({ status });
  });

  it('records the payout as sent again each time the provider reverses the real transfer', async () => {
    const sale = await paidOut(market);
    await sets(sale.expert, 'verified');
    const [{ source: id } = {}] = await transfersIn(market, sale);

    for (const amount of ['3000', '']) {
      await market.befalls(sale.sessionId, 'payout-reversed', { amount });
      await market.tell({ id }, 'transfer.reversed');
      await market.work();
      for (const dead of await deadJobs(market)) await revive(market, dead.id);
      await market.work();

      expect(await payoutOf(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
    }
  });

  it('keeps the payout owed while the account is restricted', async () => {
    const { expert, payout } = await delivered();

    await sets(expert, 'restricted');
    await market.work();

    expect(await payout()).toMatchObject({ status: 'owed' });
  });
});
