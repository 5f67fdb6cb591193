import { getServers } from 'node:dns';
import { expect, it } from 'vitest';
import { startDns } from '../../../infra/local/dns.ts';
import { findDnsAnswer } from '../../../infra/local/dns-rules.ts';

it.each([
  'nonexistent-domain.sk',
  'non-existent.cz',
  'mail.nonexisting.com',
  'no-such-domain.com',
  'does-not-exist.eu',
  'this-does-not-exist.example.com',
  'thisdomaindoesnotexist.com',
  'doesnt-exist.org',
  'neexistuje.sk',
  'NONEXISTENT.SK',
  'anything.invalid',
  'firma.xyzq',
  'firma.skk',
  'localhost.localdomain',
  'firma',
  '',
])('findDnsAnswer returns NXDOMAIN for the name %j', name => {
  expect(findDnsAnswer(name)).toEqual({ code: 'NXDOMAIN' });
});

it.each([
  'znalci.sk',
  'firma.shop',
  'xn--ilina-tib.sk',
  'xn--80ak6aa92e.xn--p1ai',
  'testimony.example',
  'anything.test',
  'existencia.sk',
  'invalidi.sk',
  'nosuch.sk',
])('findDnsAnswer returns a mail server for the name %s', name => {
  expect(findDnsAnswer(name)).toMatchObject({ code: 'NOERROR', mx: `mail.${name}` });
});

it('startDns returns this machine\'s DNS servers when the setting is "system"', async () => {
  const { endpoint, stop } = await startDns('system');

  expect(endpoint.split(',')).toEqual(getServers());
  await stop();
});
