/** Base URLs of the links in mails, and their signatures. */
import type { LinkSigner } from '../domain/ports/services.ts';
import { type Environment, requireVariable } from './environment.ts';
import type { Secrets } from './secrets.ts';
import { createSigner } from './signer.ts';

export function createLinkSigner(environment: Environment, secrets: Secrets): LinkSigner {
  return {
    ...createSigner('link-keys', secrets),
    apiUrl: requireVariable(environment, 'API_URL'),
    frontendUrl: requireVariable(environment, 'FRONTEND_URL'),
  };
}
