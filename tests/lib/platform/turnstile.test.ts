import { describe, expect, it } from 'vitest';
import { turnstile } from '../../../lib/platform/turnstile.ts';
import { NOWHERE, standIn } from '../../support/stand-in.ts';

it('asks again with a new secret when the service does not know the old one', async () => {
  const service = await standIn(({ body }) => {
    const isKnown = new URLSearchParams(body.toString()).get('secret') === 'new';
    const verdict = isKnown ? { success: true } : { success: false, 'error-codes': ['invalid-input-secret'] };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(verdict) };
  });
  const environment = { BOT_PROTECTION: 'true', TURNSTILE_URL: service.url };
  const secrets = async (_: string, outdated?: string) => (outdated === 'old' ? 'new' : 'old');

  await turnstile(environment, secrets).pass('token', '192.0.2.1');

  expect(service.calls).toHaveLength(2);
});

describe('the sandbox', () => {
  const environment = { BOT_PROTECTION: 'true', SANDBOX: 'true', TURNSTILE_URL: NOWHERE };
  const check = turnstile(environment, async () => 'secret');

  it('takes one token, as often as it comes, and asks nobody', async () => {
    await check.pass('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1');
    await check.pass('XXXX.DUMMY.TOKEN.XXXX', '192.0.2.1');
  });

  it.each(['', 'xxxx.dummy.token.xxxx', 'XXXX.DUMMY.TOKEN.XXX', 'XXXX.DUMMY.TOKEN.XXXX ', 'token'])(
    'refuses %j',
    async token => {
      await expect(check.pass(token, '192.0.2.1')).rejects.toMatchObject({
        reasons: { turnstileToken: ['challenge-failed'] },
      });
    },
  );

  it('refuses that there is none', async () => {
    await expect(check.pass(undefined, '192.0.2.1')).rejects.toMatchObject({
      reasons: { turnstileToken: ['challenge-missing'] },
    });
  });

  it('lets everybody pass while bot protection is off', async () => {
    await turnstile({ SANDBOX: 'true' }, async () => 'secret').pass(undefined, '192.0.2.1');
  });
});
