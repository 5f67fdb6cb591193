/**
 * Password hashes: HMAC-SHA-384 with a pepper, base64, then bcrypt (infra/docs/api/validation.md#fields).
 *
 * bcrypt reads only 72 bytes, so the HMAC reduces every password to 64 characters. The key of the HMAC is a pepper. New
 * hashes use the newest pepper.
 */
import { createHmac } from 'node:crypto';
import bcrypt from 'bcryptjs';
import type { PasswordHasher } from '../domain/ports/accounts.ts';
import { createPeppers, type Secrets } from './aws/secrets/secrets.ts';
import { type Environment, readInteger } from './environment.ts';

export function bcryptPasswordHasher(environment: Environment, secrets: Secrets): PasswordHasher {
  const cost = readInteger(environment, 'PASSWORD_HASH_COST', 1, 31);

  const peppers = createPeppers(secrets);

  async function applyPepper(password: string, version?: string): Promise<{ text: string; pepper: string }> {
    const pepper = await peppers(version);
    const text = createHmac('sha384', pepper.secret).update(password).digest('base64');
    return { text, pepper: pepper.version };
  }

  return {
    async hash(password) {
      const { text, pepper } = await applyPepper(password);
      return { hash: await bcrypt.hash(text, cost), pepper };
    },

    async matches(password, storedPassword) {
      const { text } = await applyPepper(password, storedPassword?.pepper);
      const isEqual = await bcrypt.compare(text, storedPassword?.hash ?? createUnmatchableHash(cost));
      return isEqual && storedPassword !== undefined;
    },

    async isOutdated({ hash, pepper }) {
      const newest = await peppers();
      return bcrypt.getRounds(hash) < cost || Number(pepper) < Number(newest.version);
    },
  };
}

/**
 * Returns a well-formed hash of the same cost that no known password produces. Logins of unknown users are compared
 * with this hash, so that they take as long as logins of known users.
 */
function createUnmatchableHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'nobody'.padEnd(53, '.')}`;
}
