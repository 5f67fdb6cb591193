/**
 * Addresses to which webhooks are delivered (infra/docs/api/webhooks.md#webhook): only public ones, so that nobody
 * can use the service to reach internal servers. The check is made after the name is resolved, on the address that the
 * connection uses. A name therefore cannot resolve to another address between the check and the connection.
 */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ports of HTTPS servers. */
const PORTS = new Set(['', '443', '8443']);

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/**
 * Range from which public IPv6 addresses are assigned. `ipaddr.js` also calls addresses outside this range `unicast`.
 */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Returns whether an IP address is public. Private, local, special and transitional ranges are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6));
}

/** Matches names that are reserved for local networks and special uses (RFC 6761, RFC 8375, RFC 9476). */
const SPECIAL_USE = /\.(?:internal|local|localhost|invalid|test|example|onion|alt|arpa)\.?$/;

/** Returns the host of a URL without the brackets of an IPv6 address. */
const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns whether a URL is local (`http://localhost` or `http://127.0.0.1`). The local stack accepts such URLs. */
export const isLocalUrl = (url: URL): boolean => url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname);

/**
 * Returns whether a URL has a form to which webhooks are delivered. If it contains a host name, the resolved address is
 * checked at delivery.
 */
export function isPublicUrl(url: URL): boolean {
  const host = getHost(url);
  const isPublicName = /[^.]\.[^.\d][^.]*\.?$/.test(host) && !SPECIAL_USE.test(host);
  const isHostAllowed = isIP(host) ? isPublicAddress(host) : isPublicName;
  return url.protocol === 'https:' && PORTS.has(url.port) && !url.username && !url.password && isHostAllowed;
}

/**
 * Resolves a name for a connection, and fails when one of its addresses is not public. The connection uses the
 * addresses that this function returns. Node.js does not call it for a URL with an IP address, which `isPublicUrl`
 * checks.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new AddressNotAllowed('no address'), '', 4);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressNotAllowed('not a public address'), '', 4);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
