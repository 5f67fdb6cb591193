import { describe, expect, inject, it } from 'vitest';
import type { Expert } from '../../../lib/domain/model/account.ts';
import { startFaultProxy, UNREACHABLE_URL } from '../../support/fake-server.ts';
import { readAccountId } from '../../support/payments.ts';
import { startService } from '../../support/service.ts';

const PATH = '/me/payment-account';

describe('POST /api/v1/me/payment-account', () => {
  it("leads to the provider's page for an account of the expert's own", async () => {
    const service = await startService();
    const { token, id } = await service.register();

    const { status, body } = await service.post(PATH, undefined, { token });

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

  it('opens one account however often it is asked, also at once', async () => {
    const service = await startService();
    const { token } = await service.register();
    const ask = async () => readAccountId((await service.post(PATH, undefined, { token })).body.data.url);

    const accounts = [...(await Promise.all([ask(), ask(), ask()])), await ask()];

    expect(new Set(accounts).size).toBe(1);
    expect(accounts[0]).toMatch(/^acct_/);
  });

  it('keeps experts apart', async () => {
    const service = await startService();
    const people = [await service.register(), await service.register()];

    const urls = await Promise.all(people.map(({ token }) => service.post(PATH, undefined, { token })));

    expect(new Set(urls.map(({ body }) => readAccountId(body.data.url))).size).toBe(2);
  });

  it('reads again that the provider has turned the account down', async () => {
    const service = await startService();
    const { token } = await service.register();
    const { url } = (await service.post(PATH, undefined, { token })).body.data;
    const body = new URLSearchParams({ outcome: 'restrict' });
    await fetch(url, { method: 'POST', body, redirect: 'manual' });

    await service.post(PATH, undefined, { token });

    expect((await service.get('/me', { token })).body.data).toMatchObject({ paymentAccount: 'restricted' });
  });

  it('tells nobody which account it is', async () => {
    const service = await startService();
    const { token, id } = await service.register();
    await service.post(PATH, undefined, { token });
    const { paymentAccountId } = (await service.deps.accounts.find(id)) as Expert;

    expect(JSON.stringify(await service.get('/me', { token }))).not.toContain(paymentAccountId);
  });

  it('asks for no more than it needs, under a key that makes asking again harmless', async () => {
    const provider = await startFaultProxy(inject('emulators').stripe, () => undefined);
    const service = await startService({ STRIPE_URL: provider.url });
    const { token, id } = await service.register();

    await service.post(PATH, undefined, { token });

    const [opened, linked] = provider.calls;
    expect(opened).toMatchObject({ method: 'POST', path: '/v1/accounts' });
    expect(opened?.headers['idempotency-key']).toContain(id);
    expect(new URLSearchParams(String(opened?.body)).get('metadata[expertId]')).toBe(id);
    expect(linked).toMatchObject({ method: 'POST', path: '/v1/account_links' });
    const link = new URLSearchParams(String(linked?.body));
    for (const name of ['return_url', 'refresh_url'])
      expect(link.get(name)).toMatch(/^https:\/\/www\.testimony\.example\//);
  });

  it('tells the provider what is known, but not whether it is for a person or a company', async () => {
    const provider = await startFaultProxy(inject('emulators').stripe, () => undefined);
    const service = await startService({ STRIPE_URL: provider.url });
    const { token, id } = await service.register();
    const { email, firstName, lastName, bankAccount } = (await service.deps.accounts.find(id)) as Expert;

    await service.post(PATH, undefined, { token });

    const asked = new URLSearchParams(String(provider.calls[0]?.body));
    expect(asked.get('email')).toBe(email);
    expect(asked.get('business_profile[name]')).toBe(`${firstName} ${lastName}`);
    expect(asked.get('business_profile[product_description]')).toBe('Znalecké posudky nehnuteľností');
    expect(asked.get('external_account[account_number]')).toBe(bankAccount.iban);
    expect(asked.get('external_account[account_holder_name]')).toBe(`${firstName} ${lastName}`);
    expect(asked.has('business_type')).toBe(false);
  });

  it('opens the account without the IBAN when the provider does not take it, and once', async () => {
    const errorResponse = {
      type: 'invalid_request_error',
      param: 'external_account[account_number]',
      message: 'No.',
    };
    const provider = await startFaultProxy(inject('emulators').stripe, ({ body }) =>
      String(body).includes('external_account')
        ? { status: 400, body: JSON.stringify({ error: errorResponse }) }
        : undefined,
    );
    const service = await startService({ STRIPE_URL: provider.url });
    const { token } = await service.register();
    const ask = () => service.post(PATH, undefined, { token });

    const answers = await Promise.all([ask(), ask()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => readAccountId(body.data.url))).size).toBe(1);
  });

  it.each([
    [400, 500],
    [500, 503],
  ])('that the provider answers with %i is %i, and asked anew the next time', async (status, answered) => {
    let fault: { status: number; body: string } | undefined = {
      status,
      body: '{"error":{"type":"invalid_request_error","message":"No."}}',
    };
    const provider = await startFaultProxy(inject('emulators').stripe, ({ path }) =>
      path === '/v1/accounts' ? fault : undefined,
    );
    const service = await startService({ STRIPE_URL: provider.url });
    const { token } = await service.register();

    expect(await service.post(PATH, undefined, { token })).toMatchObject({ status: answered });
    fault = undefined;
    expect(await service.post(PATH, undefined, { token })).toMatchObject({ status: 200 });

    const keys = provider.calls
      .filter(({ path }) => path === '/v1/accounts')
      .map(call => call.headers['idempotency-key']);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it('reads the state again, so that a lost event heals', async () => {
    const service = await startService();
    const { token, id } = await service.register();
    const { url } = (await service.post(PATH, undefined, { token })).body.data;
    await fetch(url, { method: 'POST', redirect: 'manual' });

    await service.post(PATH, undefined, { token });

    expect(await service.deps.accounts.find(id)).toMatchObject({
      approval: { paymentAccountVerified: true },
    });
  });

  it('is 503 while the provider is out of reach, and works again afterwards', async () => {
    const service = await startService({ STRIPE_URL: UNREACHABLE_URL });
    const { token } = await service.register();

    const { status, body, headers } = await service.post(PATH, undefined, { token });

    expect({ status, body }).toEqual({
      status: 503,
      body: { message: 'Service unavailable. Please try again in a moment.' },
    });
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });
});
