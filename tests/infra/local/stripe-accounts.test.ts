/** Tests of the Stripe emulator's onboarding page and of the connected accounts' bank accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONNECT_SECRET,
  FRONTEND_URL,
  fetchPage,
  listOutcomes,
  type Provider,
  parseEvent,
  startProvider,
  submitForm,
} from './start-provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

it('a login link of the Stripe emulator opens the page of a verified account only once', async () => {
  const { id } = await provider.createVerifiedAccount();
  await provider.control(`accounts/${id}`, { details_submitted: true });

  const { object, url } = await provider.stripe.accounts.createLoginLink(id);

  expect(object).toBe('login_link');
  expect(await fetchPage(url)).toContain(id);
  expect((await fetch(url)).status).toBe(404);
});

it('the Stripe emulator creates no login link for an account that has not completed onboarding', async () => {
  const { id } = await provider.createAccount();

  await expect(provider.stripe.accounts.createLoginLink(id)).rejects.toThrow('not completed onboarding');
});

it('the Stripe emulator creates no login link for an unknown account', async () => {
  await expect(provider.stripe.accounts.createLoginLink('acct_1')).rejects.toMatchObject({
    code: 'account_invalid',
  });
});

it('the test control for accounts changes one capability', async () => {
  const { id } = await provider.createVerifiedAccount();

  await provider.control(`accounts/${id}`, { capabilities: { transfers: 'inactive' } });

  expect(await provider.stripe.accounts.retrieve(id)).toMatchObject({
    charges_enabled: true,
    capabilities: { card_payments: 'active', transfers: 'inactive' },
  });
});

describe('onboarding page of the Stripe emulator', () => {
  const createLink = async (account: string) =>
    (
      await provider.stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        return_url: `${FRONTEND_URL}/payment-account/done`,
        refresh_url: `${FRONTEND_URL}/payment-account/again`,
      })
    ).url;

  it('the onboarding page verifies an account and sends an event that is signed with the Connect secret', async () => {
    const account = await provider.createAccount();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    });
    const link = await createLink(account.id);
    const page = await fetchPage(link);
    expect(page).toContain(account.id);
    expect(page).toContain('<dt>Znalec</dt><dd>eva@example.sk</dd>');
    expect(page).toContain('</dl>\n<form method="post"><button class="primary">Overiť účet</button></form>');
    expect(listOutcomes(page)).toEqual(['main', 'restrict']);

    expect(await submitForm(link)).toEqual({ status: 303, location: `${FRONTEND_URL}/payment-account/done` });

    const verified = await provider.stripe.accounts.retrieve(account.id);
    expect(verified).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { card_payments: 'active', transfers: 'active' },
      metadata: { expertId: 'e-1' },
    });
    expect(parseEvent(provider.api.calls.at(-1), CONNECT_SECRET)).toMatchObject({
      id: expect.stringMatching(/^evt_\w+$/),
      type: 'account.updated',
      account: account.id,
      livemode: false,
      data: { object: { id: account.id, charges_enabled: true, metadata: { expertId: 'e-1' } } },
    });
  });

  it('the onboarding page restricts an account when the outcome "restrict" is chosen', async () => {
    const { id } = await provider.createVerifiedAccount();

    await submitForm(await createLink(id), { outcome: 'restrict' });

    expect(await provider.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: true,
      capabilities: { transfers: 'inactive' },
    });
  });

  it.each<[string, (link: string) => Promise<unknown>]>([
    ['was viewed', fetchPage],
    ['was submitted', link => submitForm(link)],
    ['has expired', () => provider.control('clock', { advanceSeconds: 300 })],
  ])('an onboarding link of the Stripe emulator redirects to the refresh URL when it %s', async (_, act) => {
    const link = await createLink((await provider.createAccount()).id);
    await act(link);

    const { status, headers } = await fetch(link, { redirect: 'manual' });

    expect({ status, location: headers.get('location') }).toEqual({
      status: 303,
      location: `${FRONTEND_URL}/payment-account/again`,
    });
  });

  it('the test control for accounts changes charges and payouts without the onboarding page', async () => {
    const { id } = await provider.createAccount();

    await provider.control(`accounts/${id}`, {
      charges_enabled: false,
      payouts_enabled: true,
      metadata: 'ignored',
    });

    expect(await provider.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: true,
      metadata: { expertId: 'e-1' },
    });
    expect(provider.receivedEvents().at(-1)).toMatchObject({ type: 'account.updated', account: id });
  });
});

describe('bank accounts in the Stripe emulator', () => {
  const VALID = {
    object: 'bank_account',
    country: 'SK',
    currency: 'eur',
    account_number: 'SK3112000000198742637541',
  };
  const createWith = (change: object) =>
    provider.stripe.accounts.create({ type: 'express', external_account: { ...VALID, ...change } });

  it('the Stripe emulator accepts a bank account with a valid IBAN when an account is created', async () => {
    expect(await createWith({})).toMatchObject({ object: 'account' });
  });

  it.each([
    ['a wrong checksum', { account_number: 'SK3212000000198742637541' }, 'account_number'],
    ['another country’s IBAN', { account_number: 'CZ6508000000192000145399' }, 'account_number'],
    ['another currency', { currency: 'usd' }, 'currency'],
    ['the type of a card', { object: 'card' }, 'object'],
  ])('the Stripe emulator rejects a bank account with %s', async (_, change, member) => {
    await expect(createWith(change)).rejects.toMatchObject({
      statusCode: 400,
      param: `external_account[${member}]`,
    });
  });
});
