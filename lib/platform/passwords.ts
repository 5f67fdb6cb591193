/**
 * Password hashes: HMAC-SHA-384 with a pepper, base64, then bcrypt (infra/docs/api/validation.md#fields).
 *
 * bcrypt reads only 72 bytes, so the HMAC reduces every password to 64 characters. The key of the HMAC, the pepper, is
 * stored outside the table, so passwords cannot be guessed from a leaked table alone. Several peppers may be in use;
 * new hashes use the one with the highest number.
 */
import { createHmac } from 'node:crypto';
import bcrypt from 'bcryptjs';
import type { PasswordHasher } from '../domain/ports/accounts.ts';
import { type Environment, readInteger } from './environment.ts';
import type { Secrets } from './secrets.ts';

export function bcryptPasswordHasher(environment: Environment, secrets: Secrets): PasswordHasher {
  const cost = readInteger(environment, 'PASSWORD_HASH_COST', 1, 31);

  /**
   * Returns the peppers by version. If `version` is not among the cached peppers, reads them again, because the version
   * may be newer than the cache.
   */
  async function readPeppers(version?: string): Promise<Record<string, string>> {
    const cachedPeppers = await secrets('password-peppers');
    const peppers = JSON.parse(cachedPeppers);
    if (version === undefined || Object.hasOwn(peppers, version)) return peppers;
    return JSON.parse(await secrets('password-peppers', cachedPeppers));
  }

  async function applyPepper(password: string, version?: string): Promise<{ text: string; pepper: string }> {
    const peppers = await readPeppers(version);
    const pepper = version ?? getNewestVersion(peppers);
    const secret = peppers[pepper];
    if (!secret) throw new Error('The pepper of a stored password is missing.');
    return { text: createHmac('sha384', secret).update(password).digest('base64'), pepper };
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
      const peppers = await readPeppers();
      return bcrypt.getRounds(hash) < cost || Number(pepper) < Number(getNewestVersion(peppers));
    },
  };
}

function getNewestVersion(peppers: Readonly<Record<string, string>>): string {
  return String(Math.max(...Object.keys(peppers).map(Number)));
}

/**
 * Returns a well-formed hash of the same cost that no known password produces. Logins of unknown users are compared
 * with this hash, so that they take as long as logins of known users.
 */
function createUnmatchableHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'nobody'.padEnd(53, '.')}`;
}
