import { expect, it } from 'vitest';
import { readLegalLinks } from '../../lib/legal-links.ts';

const SETTINGS = { TERMS_URL: 'https://a.sk/t', PRIVACY_URL: 'https://a.sk/p', CONTACT: 'a@a.sk' };

it.each([
  ['a@a.sk', 'mailto:a@a.sk'],
  ['https://a.sk/contact', 'https://a.sk/contact'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('the link for the contact %s is %s', (CONTACT, contact) => {
  const links = { terms: 'https://a.sk/t', privacy: 'https://a.sk/p', contact };

  expect(readLegalLinks({ ...SETTINGS, CONTACT })).toEqual(links);
});

it.each([
  [{ TERMS_URL: 'http://a.sk' }, 'TERMS_URL must be an https URL.'],
  [{ PRIVACY_URL: 'javascript:alert(1)' }, 'PRIVACY_URL must be an https URL.'],
  [{ PRIVACY_URL: 'https:javascript' }, 'PRIVACY_URL must be an https URL.'],
  [{ CONTACT: 'podpora' }, 'CONTACT must be an https URL or an e-mail address.'],
  [{ CONTACT: 'a@b?cc=x@y&body=hi' }, 'CONTACT must be an https URL or an e-mail address.'],
])('the legal link %j is rejected', (setting, message) => {
  expect(() => readLegalLinks({ ...SETTINGS, ...setting })).toThrow(message);
});
