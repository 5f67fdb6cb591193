/**
 * Whether a domain takes mail (infra/docs/api/mails.md): an MX record, else an address record, of exactly that
 * name. A null MX (RFC 7505) says no. No answer within three seconds, one retry included, is no verdict.
 */
import { Resolver } from 'node:dns/promises';
import { DomainError } from '../domain/errors.ts';
import type { MailDns } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import type { Environment } from './environment.ts';

const DEADLINE_MS = 3000;
const FIRST_TRY_MS = 1000;

export function resolverMailDns(environment: Environment): MailDns {
  const servers = environment.DNS_SERVERS?.split(',').filter(Boolean) ?? [];

  return {
    async acceptsMail(domain) {
      const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
      try {
        return await hasMailHost(resolver, domain);
      } catch (error) {
        // The message of a resolver's error names the domain, which may be a person's.
        log.warn({ event: 'mail_dns.unavailable', detail: codeOf(error) });
        throw new DomainError('unavailable');
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

async function hasMailHost(resolver: Resolver, domain: string): Promise<boolean> {
  const exchanges = await found(resolver.resolveMx(domain));
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
  const [ipv4, ipv6] = await Promise.all([
    found(resolver.resolve4(domain)),
    found(resolver.resolve6(domain)),
  ]);
  return ipv4.length + ipv6.length > 0;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** The records, or none where the server says that there are none. */
async function found<T>(query: Promise<T[]>): Promise<T[]> {
  return query.catch(error => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA' || error.code === 'EBADNAME') return [];
    throw error;
  });
}
