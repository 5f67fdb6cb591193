/** Base URLs of the links in mails, and their HMAC signatures. */
import { createHmac } from 'node:crypto';
import type { LinkSigner } from '../domain/ports/services.ts';
import { type Environment, requireVariable } from './environment.ts';
import type { Secrets } from './secrets.ts';

export function createLinkSigner(environment: Environment, secrets: Secrets): LinkSigner {
  return {
    apiUrl: requireVariable(environment, 'API_URL'),
    frontendUrl: requireVariable(environment, 'FRONTEND_URL'),
    async sign(text) {
      return createHmac('sha256', await secrets('link-key'))
        .update(text)
        .digest('base64url');
    },
  };
}
