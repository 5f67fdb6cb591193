import { expect, it } from 'vitest';
import { turnstile } from '../../../lib/platform/turnstile.ts';
import { standIn } from '../../support/stand-in.ts';

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
