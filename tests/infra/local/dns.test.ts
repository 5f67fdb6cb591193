import { expect, it } from 'vitest';
import { findDnsAnswer } from '../../../infra/local/dns-rules.ts';

it.each([
  'nonexistent-domain.sk',
  'non-existent.cz',
  'no-such-domain.com',
  'thisdomaindoesnotexist.com',
  'neexistuje.sk',
  'NONEXISTENT.SK',
  'anything.invalid',
  'firma.xyzq',
  'localhost.localdomain',
  'firma',
  '',
])('findDnsAnswer returns NXDOMAIN for the name %j', name => {
  expect(findDnsAnswer(name)).toEqual({ code: 'NXDOMAIN' });
});

it.each([
  'znalci.sk',
  'xn--ilina-tib.sk',
  'xn--80ak6aa92e.xn--p1ai',
  'testimony.example',
  'anything.test',
  'existencia.sk',
  'nosuch.sk',
])('findDnsAnswer returns a mail server for the name %s', name => {
  expect(findDnsAnswer(name)).toMatchObject({ code: 'NOERROR', mx: `mail.${name}` });
});
