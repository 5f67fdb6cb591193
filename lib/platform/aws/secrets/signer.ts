/**
 * Use of the keys that this service creates itself. The current key signs and encrypts. Signatures and encrypted texts
 * of the previous key are also accepted, so that a key can be rotated (infra/docs/deployment.md#rotating-a-key).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSigner, Signer } from '../../../domain/ports/services.ts';
import { type Environment, requireVariable } from '../../environment.ts';
import { parseKeys } from '../../keys.ts';
import type { SecretName, Secrets } from './secrets.ts';

type KeyName = Extract<SecretName, `${string}-keys`>;

/** Returns the current key, which signs and encrypts new data. */
export async function readCurrentKey(name: KeyName, secrets: Secrets): Promise<string> {
  return parseKeys(name, await secrets(name))[0];
}

/**
 * Finds the key with which a text was signed or encrypted: the one for which `fits` returns true. If it is none of the
 * cached keys, the keys are read again, because another process may already use a newer key.
 */
export async function findKey(
  name: KeyName,
  secrets: Secrets,
  fits: (key: string) => boolean,
): Promise<string | undefined> {
  const find = (value: string) => parseKeys(name, value).find(key => key !== undefined && fits(key));
  const cached = await secrets(name);
  const found = find(cached);
  if (found !== undefined) return found;
  const reread = await secrets(name, cached);
  return reread === cached ? undefined : find(reread);
}

/** Creates a signer that computes the HMAC-SHA256 of texts in base64url. */
export function createSigner(name: KeyName, secrets: Secrets): Signer {
  const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: async text => sign(text, await readCurrentKey(name, secrets)),
    async verify(text, signature) {
      const given = Buffer.from(signature);
      const key = await findKey(name, secrets, candidate => {
        const expected = Buffer.from(sign(text, candidate));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return key !== undefined;
    },
  };
}

/** Creates the signer of the links in mails, with their base URLs. */
export const createLinkSigner = (environment: Environment, secrets: Secrets): LinkSigner => ({
  ...createSigner('link-keys', secrets),
  apiUrl: requireVariable(environment, 'API_URL'),
  frontendUrl: requireVariable(environment, 'FRONTEND_URL'),
});
