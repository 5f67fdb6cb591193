/** The stand-in's onboarding page: its first form verifies the account (contract §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONNECT_SECRET,
  eventIn,
  outcomesOn,
  PAGES,
  type Provider,
  pageAt,
  startProvider,
  submit,
} from './stripe.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe("an account's page", () => {
  const linkOf = async (account: string) =>
    (
      await provider.stripe.accountLinks.create({
        account,
        type: 'account_onboarding',
        return_url: `${PAGES}/payment-account/done`,
        refresh_url: `${PAGES}/payment-account/again`,
      })
    ).url;

  it('verifies it, and tells the API as the Connect endpoint', async () => {
    const account = await provider.anAccount();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    });
    const link = await linkOf(account.id);
    const page = await pageAt(link);
    expect(page).toContain(account.id);
    expect(page).toContain('<dt>Znalec</dt><dd>eva@example.sk</dd>');
    expect(page).toContain('</dl>\n<form method="post"><button>Overiť účet</button></form>');
    expect(outcomesOn(page)).toEqual(['plain', 'restrict']);

    expect(await submit(link)).toEqual({ status: 303, location: `${PAGES}/payment-account/done` });

    const verified = await provider.stripe.accounts.retrieve(account.id);
    expect(verified).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { card_payments: 'active', transfers: 'active' },
      metadata: { expertId: 'e-1' },
    });
    expect(eventIn(provider.api.calls.at(-1), CONNECT_SECRET)).toMatchObject({
      id: expect.stringMatching(/^evt_\w+$/),
      type: 'account.updated',
      account: account.id,
      livemode: false,
      data: { object: { id: account.id, charges_enabled: true, metadata: { expertId: 'e-1' } } },
    });
  });

  it('is no place to change what an account of Stripe’s own pages has said', async () => {
    const { id } = await provider.anAccount();

    const link = provider.stripe.accountLinks.create({
      account: id,
      type: 'account_update',
      return_url: PAGES,
      refresh_url: PAGES,
    });

    await expect(link).rejects.toMatchObject({ statusCode: 400 });
  });

  it('restricts it', async () => {
    const { id } = await provider.aVerifiedAccount();

    await submit(await linkOf(id), { outcome: 'restrict' });

    expect(await provider.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: true,
      capabilities: { transfers: 'inactive' },
    });
  });

  it.each<[string, (link: string) => Promise<unknown>]>([
    ['visited', pageAt],
    ['submitted', link => submit(link)],
    ['too old', () => provider.control('clock', { advanceSeconds: 300 })],
  ])('is left for a new link when its own is %s', async (_, act) => {
    const link = await linkOf((await provider.anAccount()).id);
    await act(link);

    const { status, headers } = await fetch(link, { redirect: 'manual' });

    expect({ status, location: headers.get('location') }).toEqual({
      status: 303,
      location: `${PAGES}/payment-account/again`,
    });
  });

  it('is not needed when Stripe finds the account wanting by itself', async () => {
    const { id } = await provider.anAccount();

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
    expect(provider.told().at(-1)).toMatchObject({ type: 'account.updated', account: id });
  });
});

describe('a bank account', () => {
  const RIGHT = {
    object: 'bank_account',
    country: 'SK',
    currency: 'eur',
    account_number: 'SK3112000000198742637541',
  };
  const open = (change: object) =>
    provider.stripe.accounts.create({ type: 'express', external_account: { ...RIGHT, ...change } });

  it('is taken with the account', async () => {
    expect(await open({})).toMatchObject({ object: 'account' });
  });

  it.each([
    ['a wrong checksum', { account_number: 'SK3212000000198742637541' }, 'account_number'],
    ['another country’s IBAN', { account_number: 'CZ6508000000192000145399' }, 'account_number'],
    ['another currency', { currency: 'usd' }, 'currency'],
    ['a card', { object: 'card' }, 'object'],
  ])('with %s is refused', async (_, change, member) => {
    await expect(open(change)).rejects.toMatchObject({
      statusCode: 400,
      param: `external_account[${member}]`,
    });
  });
});
