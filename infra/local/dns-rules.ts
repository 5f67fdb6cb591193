/**
 * Rules of the local DNS server. Every domain under a real top-level domain exists, except domains with a name such as
 * `nonexistent-domain.sk`. Some names under `.test` produce DNS errors.
 */
import { domainToASCII } from 'node:url';
import domains from 'tlds' with { type: 'json' };

/** A DNS response: a code of RFC 1035, with the records of an existing name. */
export interface DnsAnswer {
  readonly code: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL';
  readonly mx?: string;
  readonly hasAddress?: boolean;
}

/** Responses for special names and their subdomains. A silent name gets no response. */
const SPECIAL_DOMAINS: Readonly<Record<string, DnsAnswer | 'silent'>> = {
  'a-only.test': { code: 'NOERROR', hasAddress: true },
  'nullmx.test': { code: 'NOERROR', mx: '', hasAddress: true },
  'no-mail.test': { code: 'NOERROR' },
  'servfail.test': { code: 'SERVFAIL' },
  'silent.test': 'silent',
};

/** The real top-level domains, and three top-level domains that RFC 2606 reserves for tests and examples. */
const TOP_LEVEL_DOMAINS = new Set([...domains.map(domainToASCII), 'test', 'example', 'localhost']);

/** Matches names like `nonexistent-domain.sk`, `no-such-domain.com`, `does-not-exist.eu` and `neexistuje.sk`. */
const NONEXISTENT_DOMAIN = /non-?exist|not-?exist|doesn-?t-?exist|no-?such-|neexist/;

/** Returns the response for a domain name. */
export function findDnsAnswer(name: string): DnsAnswer | 'silent' {
  const labels = name.toLowerCase().split('.');
  for (const index of labels.keys()) {
    const answer = SPECIAL_DOMAINS[labels.slice(index).join('.')];
    if (answer) return answer;
  }
  const exists =
    TOP_LEVEL_DOMAINS.has(labels.at(-1) ?? '') && !labels.some(label => NONEXISTENT_DOMAIN.test(label));
  return exists ? { code: 'NOERROR', mx: `mail.${name}`, hasAddress: true } : { code: 'NXDOMAIN' };
}
