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

it('the Stripe emulator creates no login link for an account that has not completed onboarding', async () => {
  const { id } = await provider.createAccount();

  await expect(provider.stripe.accounts.createLoginLink(id)).rejects.toThrow('not completed onboarding');
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
