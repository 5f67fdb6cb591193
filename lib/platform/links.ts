/** Where mails point, and the key that signs what they point to. */
import { createHmac } from 'node:crypto';
import type { Links } from '../domain/ports/outside.ts';
import { type Environment, required } from './environment.ts';
import type { Secrets } from './secrets.ts';

export function signedLinks(environment: Environment, secrets: Secrets): Links {
  return {
    apiUrl: required(environment, 'API_URL'),
    frontendUrl: required(environment, 'FRONTEND_URL'),
    async sign(text) {
      return createHmac('sha256', await secrets('link-key'))
        .update(text)
        .digest('base64url');
    },
  };
}
