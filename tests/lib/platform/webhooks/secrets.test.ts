/** Tests of the encryption of the secrets of webhook endpoints (infra/docs/deployment.md#rotating-a-key). */
import { expect, it } from 'vitest';
import { createWebhookSecrets } from '../../../../lib/platform/webhooks/secrets.ts';

const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map(name => `${name} key of the tests with 32 characters`);

const withKeys = (keys: string) => createWebhookSecrets(async () => keys);

it('the secret of a webhook endpoint can be decrypted with the current and the previous key, but only for this endpoint', async () => {
  const { secret, sealed } = await withKeys(OLD ?? '').create('endpoint-1');

  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  expect(sealed).not.toContain(secret.slice(6));
  expect(await withKeys(OLD ?? '').open('endpoint-1', sealed)).toBe(secret);
  expect(await withKeys(`${NEW},${OLD}`).open('endpoint-1', sealed)).toBe(secret);
  await expect(withKeys(`${NEW},${OTHER}`).open('endpoint-1', sealed)).rejects.toThrow('No webhook key fits');
  await expect(withKeys(OLD ?? '').open('endpoint-2', sealed)).rejects.toThrow('No webhook key fits');
});
