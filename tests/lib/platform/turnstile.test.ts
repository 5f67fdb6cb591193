import { describe, expect, it } from 'vitest';
import { turnstileBotCheck } from '../../../lib/platform/turnstile.ts';
import { startFakeServer, UNREACHABLE_URL } from '../../support/fake-server.ts';

it('verifies a token again with a new secret when the service rejects the old one', async () => {
  const service = await startFakeServer(({ body }) => {
    const isKnown = new URLSearchParams(body.toString()).get('secret') === 'new';
    const verdict = isKnown
      ? { success: true, action: 'login', hostname: 'www.testimony.example' }
      : { success: false, 'error-codes': ['invalid-input-secret'] };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(verdict) };
  });
  const environment = {
    ...{ BOT_PROTECTION: 'true', TURNSTILE_URL: service.url },
    TURNSTILE_HOSTNAMES: 'www.testimony.example',
  };
  const secrets = async (_: string, outdated?: string) => (outdated === 'old' ? 'new' : 'old');

  await turnstileBotCheck(environment, secrets).verify('token', '192.0.2.1', 'login');

  expect(service.calls).toHaveLength(2);
});

describe('turnstile in the sandbox', () => {
  const environment = { BOT_PROTECTION: 'true', SANDBOX: 'true', TURNSTILE_URL: UNREACHABLE_URL };
  const check = turnstileBotCheck(environment, async () => 'secret');

  it('accepts the dummy token repeatedly in the sandbox without calling the service', async () => {
    await check.verify('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1', 'login');
    await check.verify('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1', 'login');
  });

  it.each(['', 'xxxx.dummy.token.xxxx', 'XXXX.DUMMY.TOKEN.XXX', 'XXXX.DUMMY.TOKEN.XXXX ', 'token'])(
    'rejects the token %j in the sandbox',
    async token => {
      await expect(check.verify(token, '192.0.2.1', 'login')).rejects.toMatchObject({
        codes: { turnstileToken: ['challenge-failed'] },
      });
    },
  );

  it('rejects a missing token in the sandbox', async () => {
    await expect(check.verify(undefined, '192.0.2.1', 'login')).rejects.toMatchObject({
      codes: { turnstileToken: ['challenge-missing'] },
    });
  });

  it('accepts a missing token while bot protection is off', async () => {
    await turnstileBotCheck({ SANDBOX: 'true' }, async () => 'secret').verify(
      undefined,
      '192.0.2.1',
      'login',
    );
  });
});
