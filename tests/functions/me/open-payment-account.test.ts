import { expect, inject, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { startFaultProxy, UNREACHABLE_URL } from '../../support/fake-server.ts';
import { createPaymentAccount, readAccountId, setAccountVerified } from '../../support/payment-accounts.ts';
import { startMarket, verifyEmailOf } from '../../support/start-market.ts';
import { listMailsTo, startService } from '../../support/start-service.ts';
import { callTestControl } from '../../support/stripe-provider.ts';

const PATH = '/me/payment-account';
const BODY = { currentPassword: PASSWORD };

it('opening a payment account returns the URL of its onboarding page', async () => {
  const service = await startService();
  const { token, id } = await service.registerExpert();

  const { status, body } = await service.post(PATH, BODY, { token });

  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { url: expect.stringContaining(`${inject('emulators').stripe}/onboarding/acct_`) } },
  });
  expect((await fetch(body.data.url)).status).toBe(200);
  expect(await service.deps.accounts.find(id)).toMatchObject({
    paymentAccountId: readAccountId(body.data.url),
    approval: { paymentAccountVerified: false },
  });
});

it('concurrent and repeated requests of an expert create only one payment account', async () => {
  const service = await startService();
  const { token } = await service.registerExpert();
  const openAccount = async () => readAccountId((await service.post(PATH, BODY, { token })).body.data.url);

  const accounts = [
    ...(await Promise.all([openAccount(), openAccount(), openAccount()])),
    await openAccount(),
  ];

  expect(new Set(accounts).size).toBe(1);
  expect(accounts[0]).toMatch(/^acct_/);
});

it('an expert gets a new payment account when the former one has vanished at the provider', async () => {
  const market = await startMarket();
  const expert = await market.createExpert();
  const former = await market.verifyPaymentAccount(expert);
  const accounts = market.service.deps.accounts;
  await market.updateAccount(expert, { paymentAccountId: 'acct_vanished' });

  const responses = await Promise.all([expert.post(PATH, BODY), expert.post(PATH, BODY)]);

  const opened = responses.map(({ body }) => readAccountId(body.data.url));
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(opened[0]).toMatch(/^acct_/);
  expect(opened[1]).toBe(opened[0]);
  expect([former, 'acct_vanished']).not.toContain(opened[0]);
  expect(await accounts.find(expert.id)).toMatchObject({
    paymentAccountId: opened[0],
    approval: { paymentAccountVerified: false },
  });
  const audit = await market.service.deps.audit.list(expert.id);
  expect(audit.filter(({ what }) => what === 'payment account detached')).toMatchObject([
    { who: 'payment provider', why: 'acct_vanished no longer exists.' },
  ]);
});

it('opening a payment account that the payment provider has restricted updates its state', async () => {
  const service = await startService();
  const { token } = await service.registerExpert();
  const { url } = (await service.post(PATH, BODY, { token })).body.data;
  const body = new URLSearchParams({ outcome: 'restrict' });
  await fetch(url, { method: 'POST', body, redirect: 'manual' });

  await service.post(PATH, BODY, { token });

  expect((await service.get('/me', { token })).body.data).toMatchObject({ paymentAccount: 'restricted' });
});

it('the idempotency key for the creation of a payment account contains the id of the expert', async () => {
  const provider = await startFaultProxy(inject('emulators').stripe, () => undefined);
  const service = await startService({ STRIPE_URL: provider.url });
  const { token, id } = await service.registerExpert();

  await service.post(PATH, BODY, { token });

  expect(provider.calls[0]?.headers['idempotency-key']).toContain(id);
});

it.each([
  [400, 500],
  [500, 503],
])(
  'when the provider returns %i, opening a payment account returns %i and a retry uses a new idempotency key',
  async (status, expectedStatus) => {
    let fault: { status: number; body: string } | undefined = {
      status,
      body: '{"error":{"type":"invalid_request_error","message":"No."}}',
    };
    const provider = await startFaultProxy(inject('emulators').stripe, ({ path }) =>
      path === '/v1/accounts' ? fault : undefined,
    );
    const service = await startService({ STRIPE_URL: provider.url });
    const { token } = await service.registerExpert();

    expect(await service.post(PATH, BODY, { token })).toMatchObject({ status: expectedStatus });
    fault = undefined;
    expect(await service.post(PATH, BODY, { token })).toMatchObject({ status: 200 });

    const keys = provider.calls
      .filter(({ path }) => path === '/v1/accounts')
      .map(call => call.headers['idempotency-key']);
    expect(keys.at(-1)).not.toBe(keys[0]);
  },
);

it('opening a payment account returns 503 with Retry-After while the payment provider is unreachable', async () => {
  const service = await startService({ STRIPE_URL: UNREACHABLE_URL });
  const { token } = await service.registerExpert();

  const { status, body, headers } = await service.post(PATH, BODY, { token });

  expect({ status, body }).toEqual({
    status: 503,
    body: { message: 'Service unavailable. Please try again in a moment.' },
  });
  expect(headers['retry-after']).toMatch(/^\d+$/);
});

it.each([
  'You must complete your platform profile to use Connect and create live connected accounts. Visit your dashboard to answer the questionnaire.',
  "You can only create new accounts if you've signed up for Connect, which you can do at https://dashboard.stripe.com/connect.",
  'Please review the responsibilities of managing losses for connected accounts at https://dashboard.stripe.com/settings/connect/platform-profile.',
  'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability.',
])(
  'opening a payment account returns 503 and alerts the operators when Stripe refuses the platform: %s',
  async message => {
    let isRefused = true;
    const provider = await startFaultProxy(inject('emulators').stripe, ({ path }) =>
      path === '/v1/accounts' && isRefused
        ? { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', message } }) }
        : undefined,
    );
    const service = await startService({ STRIPE_URL: provider.url });
    const { token } = await service.registerExpert();
    const countAlerts = () =>
      readLogEvents('operator.alert').filter(({ detail }) => detail === 'payment accounts unavailable')
        .length;
    const before = countAlerts();

    const { status, headers, body } = await service.post(PATH, BODY, { token });

    expect({ status, code: headers['x-error-code'], wait: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'payment-accounts-unavailable',
      wait: '3600',
    });
    expect(body).toEqual({
      message: 'Payment accounts cannot be opened at present. We have been informed.',
    });
    expect(countAlerts()).toBe(before + 1);
    expect(readLogEvents('stripe.platform_refused').at(-1)).toMatchObject({
      level: 'error',
      error: { message: expect.stringContaining(message.slice(0, 20)) },
    });
    isRefused = false;
    expect(await service.post(PATH, BODY, { token })).toMatchObject({ status: 200 });
  },
);

it('opening a verified payment account returns the page for changing the bank account and mails the expert', async () => {
  const service = await startService();
  const { token, email } = await registerVerifiedExpert(service);
  await verifyEmailOf(token, service);

  const { status, body } = await service.post(PATH, BODY, { token });
  await service.runJobs();

  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { url: expect.stringMatching(/\/express\/acct_/) } },
  });
  expect((await fetch(body.data.url)).status).toBe(200);
  const mails = (await listMailsTo(email)).filter(({ subject }) => subject === OPENED);
  const text = expect.stringContaining('na ktorej sa dá zmeniť bankový účet na výplaty');
  expect(mails.map(({ body }) => body.text)).toEqual([text, text]);
});

it('opening a payment account that is no longer verified returns the onboarding page', async () => {
  const service = await startService();
  const { token, account } = await registerVerifiedExpert(service);
  await setAccountVerified(account, false);

  const { body } = await service.post(PATH, BODY, { token });

  expect(body.data.url).toContain('/onboarding/');
  expect((await service.get('/me', { token })).body.data).toMatchObject({ paymentAccount: 'restricted' });
});

it.each([
  [{ charges_enabled: false, payouts_enabled: true, capabilities: { transfers: 'active' } }, 'verified'],
  [{ charges_enabled: true, payouts_enabled: true, capabilities: { transfers: 'pending' } }, 'restricted'],
  [{ charges_enabled: true, payouts_enabled: false, capabilities: { transfers: 'active' } }, 'restricted'],
])('only transfers and payouts determine the state of a payment account: %j is %s', async (change, state) => {
  const service = await startService();
  const { token, account } = await registerVerifiedExpert(service);
  await callTestControl(inject('emulators').stripe, `accounts/${account}`, change);

  await service.post(PATH, BODY, { token });

  expect((await service.get('/me', { token })).body.data).toMatchObject({ paymentAccount: state });
});

const OPENED = 'Otvorili ste nastavenia výplat';

/** Registers an expert whose payment account is verified at the provider, although no event has reported that. */
async function registerVerifiedExpert(service: Awaited<ReturnType<typeof startService>>) {
  const email = uniqueEmail();
  const { token, account } = await createPaymentAccount(service, email);
  await setAccountVerified(account, true);
  return { token, email, account };
}
