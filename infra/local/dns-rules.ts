/**
 * Rules of the local DNS server. Every domain under a real top-level domain exists, except domains with a name such as
 * `nonexistent-domain.sk`. Some names under `.test` produce DNS errors.
 */
import { domainToASCII } from 'node:url';
import domains from 'tlds' with { type: 'json' };

/** A DNS response: an error code of RFC 1035, the records of an existing name, or `none` for no response. */
export type DnsAnswer =
  | { readonly code: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'NOTIMP' | 'FORMERR' }
  | { readonly code: 'NOERROR'; readonly mx?: string; readonly hasAddress: boolean }
  | { readonly code: 'none' };

/** Responses for special names. Each response applies to a name and its subdomains. */
const SPECIAL_DOMAINS: Readonly<Record<string, DnsAnswer>> = {
  invalid: { code: 'NXDOMAIN' },
  'a-only.test': { code: 'NOERROR', hasAddress: true },
  'nullmx.test': { code: 'NOERROR', mx: '', hasAddress: true },
  'no-mail.test': { code: 'NOERROR', hasAddress: false },
  'nxdomain.test': { code: 'NXDOMAIN' },
  'servfail.test': { code: 'SERVFAIL' },
  'refused.test': { code: 'REFUSED' },
  'notimp.test': { code: 'NOTIMP' },
  'formerr.test': { code: 'FORMERR' },
  'silent.test': { code: 'none' },
};

/** The real top-level domains, and three top-level domains that RFC 2606 reserves for tests and examples. */
const TOP_LEVEL_DOMAINS = new Set([...domains.map(domainToASCII), 'test', 'example', 'localhost']);

/** Matches names like `nonexistent-domain.sk`, `no-such-domain.com`, `does-not-exist.eu` and `neexistuje.sk`. */
const NONEXISTENT_DOMAIN = /non-?exist|not-?exist|doesn-?t-?exist|no-?such-|neexist/;

/** Returns the response for a domain name. */
export function findDnsAnswer(name: string): DnsAnswer {
  const labels = name.toLowerCase().split('.');
  for (const index of labels.keys()) {
    const answer = SPECIAL_DOMAINS[labels.slice(index).join('.')];
    if (answer) return answer;
  }
  const exists =
    TOP_LEVEL_DOMAINS.has(labels.at(-1) ?? '') && !labels.some(label => NONEXISTENT_DOMAIN.test(label));
  return exists ? { code: 'NOERROR', mx: `mail.${name}`, hasAddress: true } : { code: 'NXDOMAIN' };
}
