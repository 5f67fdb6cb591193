/** Networks of callers. Limits per source count requests by network. */

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/**
 * Returns the network of an IP address. For an IPv4 address it is the address itself, for an IPv6 address the /64
 * network, because one IPv6 connection has 2^64 addresses.
 */
export function findSourceNetwork(source: string): string {
  const mapped = MAPPED_IPV4.exec(source)?.[1];
  if (mapped || !source.includes(':')) return mapped ?? source;
  const [before = [], after = []] = source.split('::').map(part => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, ALL_GROUPS - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
