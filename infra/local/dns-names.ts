/**
 * What the local DNS says of a name: it knows all that could be somebody's, so that registrations need
 * no network. Those that say they do not exist do not, and some answer oddly on purpose (contract §6).
 */
import { domainToASCII } from 'node:url';
import domains from 'tlds' with { type: 'json' };

export type Answer =
  | 'usual'
  | 'address-only'
  | 'null-mx'
  | 'empty'
  | 'unknown'
  | 'failure'
  | 'refusal'
  | 'not-implemented'
  | 'not-understood'
  | 'silence';

/** Each holds for the name itself and everything under it. */
const ODD_DOMAINS: Readonly<Record<string, Answer>> = {
  invalid: 'unknown',
  'a-only.test': 'address-only',
  'nullmx.test': 'null-mx',
  'no-mail.test': 'empty',
  'nxdomain.test': 'unknown',
  'servfail.test': 'failure',
  'refused.test': 'refusal',
  'notimp.test': 'not-implemented',
  'formerr.test': 'not-understood',
  'silent.test': 'silence',
};

/** Of the names that RFC 2606 keeps for such uses, these are known. */
const TOP_LEVEL = new Set([...domains.map(domainToASCII), 'test', 'example', 'localhost']);

/** `nonexistent-domain.sk`, `no-such-domain.com`, `does-not-exist.eu`, `neexistuje.sk` and the like. */
const DENIES_ITSELF = /non-?exist|not-?exist|doesn-?t-?exist|no-?such-|neexist/;

export function answerFor(name: string): Answer {
  const labels = name.toLowerCase().split('.');
  for (let from = 0; from < labels.length; from++) {
    const kind = ODD_DOMAINS[labels.slice(from).join('.')];
    if (kind) return kind;
  }
  const exists = TOP_LEVEL.has(labels.at(-1) ?? '') && !labels.some(label => DENIES_ITSELF.test(label));
  return exists ? 'usual' : 'unknown';
}
