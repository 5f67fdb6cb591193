import { getServers } from 'node:dns';
import { expect, it } from 'vitest';
import { startDns } from '../../../infra/local/dns.ts';
import { answerFor } from '../../../infra/local/dns-names.ts';

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
])('%j does not exist', name => {
  expect(answerFor(name)).toBe('unknown');
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
])('%s exists', name => {
  expect(answerFor(name)).toBe('usual');
});

it('of the system asks the resolvers of this machine', async () => {
  const { endpoint, stop } = await startDns('system');

  expect(endpoint.split(',')).toEqual(getServers());
  await stop();
});
