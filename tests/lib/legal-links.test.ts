import { expect, it } from 'vitest';
import { readLegalLinks } from '../../lib/legal-links.ts';

const SETTINGS = { TERMS_URL: 'https://a.sk/t', PRIVACY_URL: 'https://a.sk/p', CONTACT: 'a@a.sk' };

it.each([
  ['a@a.sk', 'mailto:a@a.sk'],
  ['https://a.sk/contact', 'https://a.sk/contact'],
])('the contact %s becomes the link %s', (CONTACT, contact) => {
  const links = { terms: 'https://a.sk/t', privacy: 'https://a.sk/p', contact };

  expect(readLegalLinks({ ...SETTINGS, CONTACT })).toEqual(links);
});

it.each([
  [{ TERMS_URL: '' }, 'TERMS_URL must be a URL.'],
  [{ PRIVACY_URL: 'javascript:alert(1)' }, 'PRIVACY_URL must be a URL.'],
  [{ CONTACT: 'podpora' }, 'CONTACT must be a URL or an e-mail address.'],
])('the setting %j is rejected', (setting, message) => {
  expect(() => readLegalLinks({ ...SETTINGS, ...setting })).toThrow(message);
});
