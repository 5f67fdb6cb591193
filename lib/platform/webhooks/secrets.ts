/**
 * Secrets of webhook endpoints, encrypted with the stage's key so that a leaked table reveals none. The encryption is
 * bound to the endpoint: a secret that is copied to another endpoint cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '../../domain/ports/webhooks.ts';
import type { Secrets } from '../secrets.ts';
import { findKey, readCurrentKey } from '../signer.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** Prefix of secrets, as Standard Webhooks has it. */
const PREFIX = 'whsec_';

export function createWebhookSecrets(secrets: Secrets): WebhookSecrets {
  return {
    async create(endpointId) {
      const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
      return { secret, sealed: encrypt(secret, endpointId, await readCurrentKey('webhook-keys', secrets)) };
    },

    async open(endpointId, sealed) {
      let secret: string | undefined;
      await findKey('webhook-keys', secrets, key => {
        secret = decrypt(sealed, endpointId, key);
        return secret !== undefined;
      });
      if (secret === undefined) throw new Error('No webhook key fits the secret of the endpoint.');
      return secret;
    },
  };
}

function encrypt(secret: string, endpointId: string, key: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(endpointId, key), iv);
  const body = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64');
}

/** Decrypts a secret. Returns undefined when it was encrypted with another key or for another endpoint. */
function decrypt(sealed: string, endpointId: string, key: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(endpointId, key), iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const deriveKey = (endpointId: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, endpointId, 'webhook secret', 32));
