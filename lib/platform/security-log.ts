/**
 * Log of rejected callers and successful logins, for the analysis of attacks. IP addresses and e-mail addresses are
 * logged as keyed hashes: equal values have equal hashes, which cannot be linked to a person without the stage's
 * secret.
 */
import { createHmac } from 'node:crypto';
import type { SecurityLog } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import type { Secrets } from './aws/secrets/secrets.ts';
import { readCurrentKey } from './aws/secrets/signer.ts';

/** Length of a logged hash in characters, which is enough to distinguish callers. */
const HASH_LENGTH = 22;

export function createSecurityLog(secrets: Secrets): SecurityLog {
  const hashValue = async (kind: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : createHmac('sha256', await readCurrentKey('log-keys', secrets))
          .update(`trace ${kind}\n${text}`)
          .digest('base64url')
          .slice(0, HASH_LENGTH);

  return {
    async record(event, { source, address }, level = 'warn') {
      try {
        const [sourceHash, addressHash] = [
          await hashValue('source', source),
          await hashValue('address', address),
        ];
        log[level]({ event, ...(sourceHash && { sourceHash }), ...(addressHash && { addressHash }) });
      } catch (error) {
        log.error({ event: 'security_log.hash_failed', detail: event, error });
      }
    },
  };
}
