import { describe, expect, it } from 'vitest';
import type { Letter } from '../../../lib/domain/letters.ts';
import { write } from '../../../lib/mail/write.ts';

const LINK =
  'https://www.example/verify-email?url=https%3A%2F%2Fapi.example%2Fx%3Fexpires%3D1%26signature%3Dabc';
const letters: Letter[] = [
  { name: 'verify-email', firstName: 'Jana', link: LINK, validMinutes: 60 },
  { name: 'expert-approved', firstName: 'Jana', frontendUrl: 'https://www.example/?a=1&b=2' },
  { name: 'password-reset', firstName: 'Jana', link: LINK, validMinutes: 60 },
  { name: 'password-changed', firstName: 'Jana' },
  { name: 'address-changed', firstName: 'Jana' },
  { name: 'bank-account-changed', firstName: 'Jana', ibanEnd: '7541' },
  { name: 'identity-accepted', firstName: 'Jana' },
  { name: 'identity-rejected', firstName: 'Jana', reason: 'Zadná strana sa nedá prečítať.' },
];

const unescaped = (html: string) => html.replaceAll('&amp;', '&');
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => unescaped(address));

describe.each(letters)('the mail $name', letter => {
  const { link, frontendUrl } = letter as { link?: string; frontendUrl?: string };
  const urls = [link ?? frontendUrl].filter(url => url !== undefined);

  it('leads to the same place in HTML and in plain text', () => {
    const { html, text } = write(letter);

    expect(new Set(hrefs(html))).toEqual(new Set(urls));
    expect(text.match(/https:\S+/g) ?? []).toEqual(urls);
  });

  it('says in plain text all that it says in HTML', () => {
    const { html, text } = write(letter);
    const paragraphs = [...html.matchAll(/<p [^>]*>([^<]+)<\/p>/g)].map(([, words = '']) => words);

    expect(paragraphs.length).toBeGreaterThan(2);
    for (const words of paragraphs) expect(text).toContain(unescaped(words));
  });

  it('is Slovak, greets by name, and has no markup in its subject and text', () => {
    const { subject, html, text } = write(letter);

    expect(html).toMatch(/^<!doctype html>\n<html lang="sk">/);
    expect(text).toMatch(/^Dobrý deň, Jana,\n\n/);
    expect(subject + text).not.toMatch(/[<>]|undefined|null|&amp;/);
    expect(subject).toMatch(/^[^\r\n]{10,78}$/);
  });

  it('lets no name become markup', () => {
    const { html, text } = write({ ...letter, firstName: `<img src=x onerror="alert('1')"> & Co.` });

    expect(html).toContain('Dobrý deň, &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co.,');
    expect(html).not.toContain('<img');
    expect(text).toContain(`Dobrý deň, <img src=x onerror="alert('1')"> & Co.,`);
  });

  it('lets no address break out of its attribute', () => {
    const evil = 'https://www.example/"><script>';

    const { html } = write(Object.assign({}, letter, { link: evil, frontendUrl: evil }));

    expect(html).not.toContain('<script');
  });

  it('greets without a name where there is none', () => {
    expect(write({ ...letter, firstName: null }).text).toMatch(/^Dobrý deň,\n\n/);
  });
});

it('the verification mail says how long its link holds', () => {
  expect(write(letters[0] as Letter).text).toContain('Odkaz platí 60 minút.');
});
