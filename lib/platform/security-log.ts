/**
 * Traces of who was refused, for whoever has to follow an attack through the log: the same source and the same
 * address leave the same mark in every line, and nobody without the stage's secret can tell whose it is.
 */
import { createHmac } from 'node:crypto';
import type { SecurityLog } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import type { Secrets } from './secrets.ts';

/** Enough to tell callers apart. */
const LENGTH = 22;

export function hashedSecurityLog(secrets: Secrets): SecurityLog {
  const mark = async (kind: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : createHmac('sha256', await secrets('link-key'))
          .update(`trace ${kind}\n${text}`)
          .digest('base64url')
          .slice(0, LENGTH);

  return {
    async record(event, { source, address }) {
      try {
        const [sourceHash, addressHash] = [await mark('source', source), await mark('address', address)];
        log.warn({ event, ...(sourceHash && { sourceHash }), ...(addressHash && { addressHash }) });
      } catch (error) {
        log.error({ event: 'security_log.hash_failed', detail: event, error });
      }
    },
  };
}
