/** Tests of the addresses to which webhooks are delivered (infra/docs/api/webhooks.md#webhook). */
import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicUrl, lookupPublic } from '../../../../lib/platform/webhooks/targets.ts';

it.each([
  ['loopback', '127.0.0.1'],
  ['loopback of IPv6', '::1'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['link-local with the metadata of AWS', '169.254.169.254'],
  ['the credentials of a container', '169.254.170.2'],
  ['link-local of IPv6', 'fe80::1'],
  ['unique local', 'fc00::1'],
  ['the metadata of AWS over IPv6', 'fd00:ec2::254'],
  ['of a carrier (CGNAT)', '100.64.0.1'],
  ['unspecified', '0.0.0.0'],
  ['unspecified of IPv6', '::'],
  ['mapped from private IPv4', '::ffff:10.0.0.1'],
  ['mapped from loopback', '::ffff:7f00:1'],
  ['translated from loopback (NAT64)', '64:ff9b::7f00:1'],
  ['of 6to4', '2002:7f00:1::'],
  ['of Teredo', '2001::1'],
  ['for documentation', '192.0.2.1'],
  ['for benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['site-local', 'fec0::1'],
  ['compatible with loopback of IPv4', '::7f00:1'],
  ['compatible with private IPv4', '::a00:1'],
  ['translated from loopback by a local prefix (NAT64)', '64:ff9b:1::7f00:1'],
  ['not assigned', '4000::1'],
  ['of a zone', 'fe80::1%eth0'],
  ['no address', 'partner.sk'],
])('webhooks cannot be sent to an address that is %s: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
  'webhooks can be sent to the public address %s',
  address => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  'https://partner.sk/',
  'https://api.partner.sk:8443/webhooks?x=1',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://xn--znalec-mta.sk/',
])('webhooks can be sent to %s', url => {
  expect(isPublicUrl(new URL(url))).toBe(true);
});

it.each([
  'https://ip-10-0-0-1.eu-central-1.compute.internal/',
  'https://tlaciaren.local/',
  'https://api.localhost./',
  'https://nic.invalid/',
  'https://partner.test/',
  'https://partner.example/',
  'https://1.0.0.10.in-addr.arpa/',
  'http://partner.sk/',
  'https://partner.sk:25/',
  'https://user@partner.sk/',
  'https://localhost/',
  'https://intranet/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://localhost./',
  'https://127.0.0.1./',
  'https://10.1.2.3/',
])('webhooks cannot be sent to %s', url => {
  expect(isPublicUrl(new URL(url))).toBe(false);
});

describe('lookupPublic, which resolves the hosts of webhooks', () => {
  const resolve = (name: string, all: boolean) =>
    new Promise((done, reject) =>
      lookupPublic(name, { all }, (error, address) => (error ? reject(error) : done(address))),
    );

  it.each([true, false])(
    "the lookup of a webhook's host fails for a name of this machine (all addresses: %s)",
    async all => {
      await expect(resolve('localhost', all)).rejects.toThrow('not a public address');
    },
  );

  it("the lookup of a webhook's host returns one public address or a list of them, as requested", async () => {
    expect(await resolve('1.1.1.1', false)).toBe('1.1.1.1');
    expect(await resolve('1.1.1.1', true)).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });
});
