/** Attacks with bot challenges that were solved for another purpose (infra/decisions/0015-threat-model.md). */
import { describe, expect, it } from 'vitest';
import { clientBody, PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { startService } from '../../support/start-service.ts';

const HOST = 'www.testimony.example';

/** Starts the service with a challenge service that accepts every token with this verdict. */
async function startWithVerdict(verdict: object) {
  const body = JSON.stringify({ success: true, 'error-codes': [], ...verdict });
  const turnstile = await startFakeServer(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  }));
  return startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: turnstile.url });
}

const ROUTES = [
  ['/auth/login', 'login', 401],
  ['/auth/register/client', 'registration', 201],
  ['/auth/password/email', 'mail', 202],
  ['/auth/email/verify/resend', 'mail', 204],
] as const;
const createBody = () => ({
  ...clientBody({ email: uniqueEmail('klienti.sk') }),
  password: PASSWORD,
  turnstileToken: 'token',
});

describe.each(ROUTES)('bot challenge of POST %s', (path, action, success) => {
  it.each([
    ['a different action', { action: 'newsletter', hostname: HOST }],
    ['no action', { hostname: HOST }],
    ['an empty action', { action: '', hostname: HOST }],
    ['a different host', { action, hostname: 'zadarmo.example' }],
    ['a host below the allowed one', { action, hostname: `zle.${HOST}` }],
    ['no host', { action }],
  ])('a bot challenge that was solved for %s is rejected', async (_, verdict) => {
    const service = await startWithVerdict(verdict);

    expect(await service.post(path, createBody())).toMatchObject({
      status: 422,
      body: { errors: { turnstileToken: [expect.any(String)] } },
    });
  });

  it('a bot challenge that was solved for the endpoint on an allowed host is accepted', async () => {
    const service = await startWithVerdict({ action, hostname: HOST });

    expect(await service.post(path, createBody())).toMatchObject({ status: success });
  });
});

it('registration rejects a bot challenge that was solved for a login', async () => {
  const service = await startWithVerdict({ action: 'login', hostname: HOST });

  expect(await service.post('/auth/register/client', createBody())).toMatchObject({ status: 422 });
});
