import { describe, expect, inject, it } from 'vitest';
import type { Expert } from '../../../lib/domain/model/account.ts';
import { PASSWORD } from '../../support/builders.ts';
import { startFaultProxy, UNREACHABLE_URL } from '../../support/fake-server.ts';
import { readAccountId } from '../../support/payment-accounts.ts';
import { startService } from '../../support/start-service.ts';

const PATH = '/me/payment-account';
const BODY = { currentPassword: PASSWORD };

describe('POST /api/v1/me/payment-account', () => {
  it('creates a payment account for the expert and returns the URL of its onboarding page', async () => {
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

  it('creates only one payment account for concurrent and repeated requests', async () => {
    const service = await startService();
    const { token } = await service.registerExpert();
    const ask = async () => readAccountId((await service.post(PATH, BODY, { token })).body.data.url);

    const accounts = [...(await Promise.all([ask(), ask(), ask()])), await ask()];

    expect(new Set(accounts).size).toBe(1);
    expect(accounts[0]).toMatch(/^acct_/);
  });

  it('creates different payment accounts for two experts', async () => {
    const service = await startService();
    const people = [await service.registerExpert(), await service.registerExpert()];

    const urls = await Promise.all(people.map(({ token }) => service.post(PATH, BODY, { token })));

    expect(new Set(urls.map(({ body }) => readAccountId(body.data.url))).size).toBe(2);
  });

  it('updates the state of a payment account that the payment provider has restricted', async () => {
    const service = await startService();
    const { token } = await service.registerExpert();
    const { url } = (await service.post(PATH, BODY, { token })).body.data;
    const body = new URLSearchParams({ outcome: 'restrict' });
    await fetch(url, { method: 'POST', body, redirect: 'manual' });

    await service.post(PATH, BODY, { token });

    expect((await service.get('/me', { token })).body.data).toMatchObject({ paymentAccount: 'restricted' });
  });

  it('does not reveal the id of the payment account on /me', async () => {
    const service = await startService();
    const { token, id } = await service.registerExpert();
    await service.post(PATH, BODY, { token });
    const { paymentAccountId } = (await service.deps.accounts.find(id)) as Expert;

    expect(JSON.stringify(await service.get('/me', { token }))).not.toContain(paymentAccountId);
  });

  it('creates the payment account with an idempotency key and requests a link that returns to the frontend', async () => {
    const provider = await startFaultProxy(inject('emulators').stripe, () => undefined);
    const service = await startService({ STRIPE_URL: provider.url });
    const { token, id } = await service.registerExpert();

    await service.post(PATH, BODY, { token });

    const [opened, linked] = provider.calls;
    expect(opened).toMatchObject({ method: 'POST', path: '/v1/accounts' });
    expect(opened?.headers['idempotency-key']).toContain(id);
    expect(new URLSearchParams(String(opened?.body)).get('metadata[expertId]')).toBe(id);
    expect(linked).toMatchObject({ method: 'POST', path: '/v1/account_links' });
    const link = new URLSearchParams(String(linked?.body));
    for (const name of ['return_url', 'refresh_url'])
      expect(link.get(name)).toMatch(/^https:\/\/www\.testimony\.example\//);
  });

  it('sends the known fields of the expert to the payment provider, but not the business type', async () => {
    const provider = await startFaultProxy(inject('emulators').stripe, () => undefined);
    const service = await startService({ STRIPE_URL: provider.url });
    const { token, id } = await service.registerExpert();
    const { email, firstName, lastName, bankAccount } = (await service.deps.accounts.find(id)) as Expert;

    await service.post(PATH, BODY, { token });

    const requestParameters = new URLSearchParams(String(provider.calls[0]?.body));
    expect(requestParameters.get('email')).toBe(email);
    expect(requestParameters.get('business_profile[name]')).toBe(`${firstName} ${lastName}`);
    expect(requestParameters.get('business_profile[product_description]')).toBe(
      'Znalecké posudky nehnuteľností',
    );
    expect(requestParameters.get('external_account[account_number]')).toBe(bankAccount.iban);
    expect(requestParameters.get('external_account[account_holder_name]')).toBe(`${firstName} ${lastName}`);
    expect(requestParameters.has('business_type')).toBe(false);
  });

  it('creates one payment account without the IBAN when the payment provider rejects the IBAN', async () => {
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
    const { token } = await service.registerExpert();
    const ask = () => service.post(PATH, BODY, { token });

    const responses = await Promise.all([ask(), ask()]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(responses.map(({ body }) => readAccountId(body.data.url))).size).toBe(1);
  });

  it.each([
    [400, 500],
    [500, 503],
  ])(
    'given a payment provider error of %i, returns %i and then retries with a new idempotency key',
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

  it('updates the state of a verified payment account when its webhook event was lost', async () => {
    const service = await startService();
    const { token, id } = await service.registerExpert();
    const { url } = (await service.post(PATH, BODY, { token })).body.data;
    await fetch(url, { method: 'POST', redirect: 'manual' });

    await service.post(PATH, BODY, { token });

    expect(await service.deps.accounts.find(id)).toMatchObject({
      approval: { paymentAccountVerified: true },
    });
  });

  it('returns 503 with Retry-After while the payment provider is unreachable', async () => {
    const service = await startService({ STRIPE_URL: UNREACHABLE_URL });
    const { token } = await service.registerExpert();

    const { status, body, headers } = await service.post(PATH, BODY, { token });

    expect({ status, body }).toEqual({
      status: 503,
      body: { message: 'Service unavailable. Please try again in a moment.' },
    });
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });
});
