import { domainToASCII } from 'node:url';

/** Matches the unquoted local part of RFC 5322, which covers the addresses in practical use, including plus tags. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** RFC 5321. The characters that `LOCAL_PART` allows have one octet each. */
const MAX_LOCAL_PART_OCTETS = 64;

/** Matches letters and digits of any script, dots and hyphens, but nothing that URL parsing would decode or drop. */
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

const ASCII_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * Normalises an e-mail address to the form that is stored, compared and mailed to: lower case, with the domain in ASCII
 * (infra/docs/api/validation.md#fields).
 *
 * @returns undefined when the text is not a usable address
 */
export function normalizeEmail(text: string): string | undefined {
  const [localPart, domain, ...otherParts] = text.toLowerCase().split('@');
  if (!localPart || !domain || otherParts.length > 0) return undefined;
  if (!LOCAL_PART.test(localPart) || !UNICODE_DOMAIN.test(domain)) return undefined;
  const asciiDomain = domainToASCII(domain);
  return asciiDomain.length <= 253 && ASCII_DOMAIN.test(asciiDomain)
    ? `${localPart}@${asciiDomain}`
    : undefined;
}

/** Returns whether the part before the `@` has at most 64 octets. */
export function hasShortLocalPart(address: string): boolean {
  return address.indexOf('@') <= MAX_LOCAL_PART_OCTETS;
}
