/** Tests of POST /api/v1/sandbox/me/payment-account (infra/docs/api/sandbox.md). */

import { beforeEach, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { startFaultProxy } from '../../support/fake-server.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { createPaidOutTestimony, decidePayout, getPayout, listTransfers } from '../../support/payouts.ts';
import type { Market, MarketExpert } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeEach(async () => {
  market = await startSandbox();
});

const setPaymentAccount = (expert: MarketExpert, state: unknown) =>
  expert.post('/sandbox/me/payment-account', { state });
const getPaymentAccount = async (expert: MarketExpert) => (await expert.get('/me')).body.data.paymentAccount;

async function createCompletedTestimony() {
  const sale = await market.createAssignedTestimony();
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  await market.runJobs();
  return { ...sale, payout: async () => (await sale.expert.getTestimony(sale.testimony.id)).payout };
}

it('a simulated restriction of the payment account ends the approval and sends a mail to the expert', async () => {
  const expert = await market.createExpert();
  await market.updateAccount(expert, {
    approval: { granted: false, revoked: false, paymentAccountVerified: false },
  });
  const before = (await expert.get('/me')).body.data;
  await setPaymentAccount(expert, 'verified');

  expect((await setPaymentAccount(expert, 'restricted')).body.data).toEqual({
    ...before,
    paymentAccount: 'restricted',
  });
  await market.runJobs();
  expect(await listSubjects(expert.email)).toContainEqual(expect.stringMatching(/potrebuje pozornosť/));
});

it('a simulated payment account state stays until the provider reports a different one', async () => {
  const expert = await market.createExpert();
  await expert.post('/me/payment-account', { currentPassword: PASSWORD });
  await setPaymentAccount(expert, 'verified');
  expect(await getPaymentAccount(expert)).toBe('verified');

  await expert.post('/me/payment-account', { currentPassword: PASSWORD });

  expect(await getPaymentAccount(expert)).toBe('incomplete');
});

it('a simulated payment account state is discarded when the provider reports the same one', async () => {
  const expert = await market.createExpert();
  await setPaymentAccount(expert, 'verified');
  const { url } = (await expert.post('/me/payment-account', { currentPassword: PASSWORD })).body.data;
  await fetch(url, { method: 'POST', redirect: 'manual' });

  await expert.post('/me/payment-account', { currentPassword: PASSWORD });

  expect(await getPaymentAccount(expert)).toBe('verified');
  expect(await market.service.deps.accounts.find(expert.id)).not.toHaveProperty('paymentAccountSimulated');
});

it.each([undefined, 'incomplete', 'none'])(
  'the simulated payment account state %s is rejected with 422',
  async state => {
    expect(await setPaymentAccount(await market.createExpert(), state)).toMatchObject({
      status: 422,
      body: { errors: { state: [expect.any(String)] } },
    });
  },
);

it('a payout to an account that is verified only in the sandbox is recorded as sent without a transfer', async () => {
  const provider = await startFaultProxy(market.providerUrl, () => undefined);
  market = await startSandbox({ STRIPE_URL: provider.url });
  const { expert, testimony, payout } = await createCompletedTestimony();
  expect(await payout()).toMatchObject({ status: 'owed' });

  await setPaymentAccount(expert, 'verified');
  await market.runJobs();

  expect(await payout()).toMatchObject({ status: 'sent', amount: 225, sentAt: expect.any(String) });
  expect(
    provider.calls.filter(({ method, path }) => method === 'POST' && path.includes('/transfers')),
  ).toEqual([]);
  const entries = await market.service.deps.checkouts.listEntries(testimony.id);
  expect(entries.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['commission-earned', 2500],
    ['payment', 22_500],
    ['payment', 2500],
    ['payout', 22_500],
  ]);
  expect(await listSubjects(expert.email)).toContainEqual(expect.stringMatching(/odmen|vyplat|výplat/i));
});

it.each([
  ['dispute', 'charge.dispute.created', 'disputed'],
  ['refund', 'refund.updated', 'refunded'],
])('a %s after a simulated payout is processed', async (outcome, type, status) => {
  const { client, expert, testimony, sessionId } = await createCompletedTestimony();
  await setPaymentAccount(expert, 'verified');
  await market.runJobs();

  await market.simulateOutcome(sessionId, outcome);
  const { source: id } = (await market.getLedger()).find(({ kind }) => kind === outcome) ?? {};
  const { id: payment_intent } = (await market.getSession(sessionId)).payment_intent;

  expect(await market.sendProviderEvent({ id, payment_intent }, type)).toMatchObject({ status: 204 });
  expect((await client.getTestimony(testimony.id)).payment).toMatchObject({ status });
});

it('a payout in the sandbox is recorded as sent again after each reversal of its transfer', async () => {
  const sale = await createPaidOutTestimony(market);
  await setPaymentAccount(sale.expert, 'verified');
  const [{ source: id } = {}] = await listTransfers(market, sale);

  for (const amount of ['3000', '']) {
    await market.simulateOutcome(sale.sessionId, 'payout-reversed', { amount });
    await market.sendProviderEvent({ id }, 'transfer.reversed');
    await market.runJobs();
    await decidePayout(market, sale, 'send');
    await market.runJobs();

    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  }
});

it('a payout stays owed while the sandbox restricts the payment account', async () => {
  const { expert, payout } = await createCompletedTestimony();

  await setPaymentAccount(expert, 'restricted');
  await market.runJobs();

  expect(await payout()).toMatchObject({ status: 'owed' });
});
