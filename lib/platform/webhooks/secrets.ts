/**
 * Secrets of webhook endpoints, encrypted with the stage's key so that a leaked table reveals none. The encryption is
 * bound to the endpoint: a secret that is copied to another endpoint cannot be decrypted.
 */
import { randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '../../domain/ports/webhooks.ts';
import type { Secrets } from '../aws/secrets/secrets.ts';
import { findKey, readCurrentKey } from '../aws/secrets/signer.ts';
import { deriveKey, seal, unseal } from '../sealing.ts';

/** The Standard Webhooks specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
/** Prefix of secrets according to the Standard Webhooks specification. */
const PREFIX = 'whsec_';

export function createWebhookSecrets(secrets: Secrets): WebhookSecrets {
  return {
    async create(endpointId) {
      const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
      const key = deriveEndpointKey(endpointId, await readCurrentKey('webhook-keys', secrets));
      return { secret, sealed: seal(secret, key) };
    },

    async open(endpointId, sealed) {
      let secret: string | undefined;
      await findKey('webhook-keys', secrets, key => {
        try {
          secret = unseal(sealed, deriveEndpointKey(endpointId, key));
          return true;
        } catch {
          return false;
        }
      });
      if (secret === undefined) throw new Error('No webhook key fits the secret of the endpoint.');
      return secret;
    },
  };
}

const deriveEndpointKey = (endpointId: string, key: string): Buffer =>
  deriveKey(key, endpointId, 'webhook secret');
