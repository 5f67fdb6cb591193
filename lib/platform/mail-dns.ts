/**
 * DNS check whether a domain accepts mail (infra/docs/api/validation.md#dns-of-e-mail-addresses): it must have an MX
 * record or, without one, an A or AAAA record. A null MX record (RFC 7505) means that the domain accepts no mail. If
 * the lookup, including one retry, takes longer than three seconds, the check fails with `unavailable`.
 */
import { Resolver } from 'node:dns/promises';
import { getMillisecondsLeft } from '../deadline.ts';
import { DomainError } from '../domain/errors.ts';
import type { MailDns } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import type { Environment } from './environment.ts';

const TIMEOUT_MS = 3000;
const FIRST_ATTEMPT_MS = 1000;

export function resolverMailDns(environment: Environment, timeoutMs = TIMEOUT_MS): MailDns {
  const servers = environment.DNS_SERVERS?.split(',').filter(Boolean) ?? [];

  return {
    async acceptsMail(domain) {
      const resolver = new Resolver({ timeout: FIRST_ATTEMPT_MS, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const timer = setTimeout(() => resolver.cancel(), Math.min(timeoutMs, getMillisecondsLeft()));
      try {
        return await hasMailHost(resolver, domain);
      } catch (error) {
        // Only the code is logged, because the error's message contains the domain, which may be personal data.
        log.warn({ event: 'mail_dns.unavailable', detail: getErrorCode(error) });
        throw new DomainError('unavailable');
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function hasMailHost(resolver: Resolver, domain: string): Promise<boolean> {
  const exchanges = await resolveRecords(resolver.resolveMx(domain));
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const [ipv4, ipv6] = await Promise.all([
    resolveRecords(resolver.resolve4(domain)),
    resolveRecords(resolver.resolve6(domain)),
  ]);
  return ipv4.length + ipv6.length > 0;
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Returns the records of a query, or an empty list when the server reports that there are none. */
async function resolveRecords<T>(query: Promise<T[]>): Promise<T[]> {
  return query.catch(error => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA' || error.code === 'EBADNAME') return [];
    throw error;
  });
}
