import { describe, expect, it } from 'vitest';
import { turnstileBotCheck } from '../../../lib/platform/turnstile.ts';
import { startFakeServer, UNREACHABLE_URL } from '../../support/fake-server.ts';

it('a challenge is verified again with a new secret when Turnstile rejects the old one', async () => {
  const service = await startFakeServer(({ body }) => {
    const isKnown = new URLSearchParams(body.toString()).get('secret') === 'new';
    const verdict = isKnown
      ? { success: true, action: 'login', hostname: 'www.testimony.example' }
      : { success: false, 'error-codes': ['invalid-input-secret'] };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(verdict) };
  });
  const environment = {
    BOT_PROTECTION: 'true',
    TURNSTILE_URL: service.url,
    TURNSTILE_HOSTNAMES: 'www.testimony.example',
  };
  const secrets = async (_: string, outdated?: string) => (outdated === 'old' ? 'new' : 'old');

  await turnstileBotCheck(environment, secrets).verify('token', '192.0.2.1', 'login');

  expect(service.calls).toHaveLength(2);
});

describe('the bot check of the sandbox', () => {
  const environment = { BOT_PROTECTION: 'true', SANDBOX: 'true', TURNSTILE_URL: UNREACHABLE_URL };
  const check = turnstileBotCheck(environment, async () => 'secret');

  it('the sandbox accepts the dummy challenge token repeatedly, without calling Turnstile', async () => {
    await check.verify('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1', 'login');
    await check.verify('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1', 'login');
  });

  it.each(['', 'xxxx.dummy.token.xxxx', 'XXXX.DUMMY.TOKEN.XXX', 'XXXX.DUMMY.TOKEN.XXXX ', 'token'])(
    'the sandbox rejects the challenge token %j',
    async token => {
      await expect(check.verify(token, '192.0.2.1', 'login')).rejects.toMatchObject({
        codes: { turnstileToken: ['challenge-failed'] },
      });
    },
  );

  it('the sandbox rejects a missing challenge token', async () => {
    await expect(check.verify(undefined, '192.0.2.1', 'login')).rejects.toMatchObject({
      codes: { turnstileToken: ['missing'] },
    });
  });
});
