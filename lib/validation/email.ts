import { domainToASCII } from 'node:url';

/** RFC 5322's unquoted local part: what providers hand out, tags with a plus included. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Letters, digits and hyphens of any script. Keeps out what URL parsing would decode or cut off. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

const ASCII_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * The address in the one form that is stored, compared and mailed to: lower case, the domain in
 * ASCII. Undefined for what is no practical address (infra/docs/api/validation.md).
 */
export function normaliseEmail(text: string): string | undefined {
  const [local, domain, ...more] = text.toLowerCase().split('@');
  if (!local || !domain || more.length > 0) return undefined;
  if (!LOCAL_PART.test(local) || !WRITTEN_DOMAIN.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return ascii.length <= 253 && ASCII_DOMAIN.test(ascii) ? `${local}@${ascii}` : undefined;
}
