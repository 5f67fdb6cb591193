import { describe, expect, it } from 'vitest';
import { renderMail } from '../../../lib/mail/render.ts';
import { PURPOSE_LABELS } from '../../../lib/mail/testimonies.ts';
import { Purpose } from '../../../lib/validation/testimony.ts';
import { MAILS } from './mails.ts';

const SUPPORT = 'podpora@testimony.example';

const unescaped = (html: string) => html.replaceAll('&amp;', '&');
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => unescaped(address));

/** What HTML says that its text does not have to: the page's head, and how the button can be done without. */
const ONLY_IN_HTML = [
  /^[\s\S]*<\/head>/,
  /<div style="display:none[\s\S]*?<\/div>/,
  /<td [^>]*>Trhovisko posudkov<\/td>/,
  /<h1[\s\S]*?<\/h1>/,
  'Ak tlačidlo nefunguje, skopírujte do prehliadača túto adresu:',
];
const preheaderOf = (html: string) => /<div style="display:none[^>]*>([^<]*?)\u034f/.exec(html)?.[1] ?? '';

/** Words, one after another; the text has colons where the HTML has cells. */
const wordsOf = (text: string) => text.replaceAll(':', ' ').split(/\s+/).filter(Boolean);
const wordsIn = (html: string) => {
  const shared = ONLY_IN_HTML.reduce<string>((rest, part) => rest.replace(part, ''), html);
  return wordsOf(unescaped(shared.replace(/<[^>]*>/g, ' ')));
};

describe.each(MAILS)('the mail $name', mail => {
  const { link, frontendUrl } = mail as { link?: string; frontendUrl?: string };
  const urls = [link ?? frontendUrl].filter(url => url !== undefined);

  it('leads to the same place in HTML and in plain text', () => {
    const { html, text } = renderMail(mail);

    expect(new Set(hrefs(html))).toEqual(new Set(urls));
    expect(text.match(/https:\S+/g) ?? []).toEqual(urls);
  });

  it('leads somewhere, unless its reader has no account there any more', () => {
    const leads = hrefs(renderMail(mail).html).length > 0;

    expect(leads).toBe(!['account-closed', 'address-changed'].includes(mail.name));
  });

  it.runIf('order' in mail)('says which order it speaks of, and leads to it', () => {
    const { html, text } = renderMail(mail);

    expect(text).toContain('\nÚčel: Hypotéka\nMesto: Košice\nČíslo objednávky: 50A27F12\n');
    expect(preheaderOf(html)).toMatch(/^Hypotéka, Košice: /);
    expect(hrefs(html)[0]).toMatch(/\/testimonies\/01a1fddd-ff47-7274-a9b4-e43d50a27f12$/);
  });

  it('has a line for the list of mails that says more than its subject', () => {
    const { subject, html } = renderMail(mail);

    expect(preheaderOf(html)).toMatch(/^.{25,110}\.$/);
    expect(preheaderOf(html)).not.toContain(subject);
  });

  it('says how people are reached, where they are', () => {
    expect(renderMail(mail, SUPPORT).text).toContain(
      'Máte otázku? Odpovedzte na túto správu alebo nám napíšte na podpora@testimony.example.\n',
    );
    expect(renderMail(mail).text).toContain('odpovede na ňu nikto nečíta.');
  });

  it('has a colour for the night wherever it has one for the day', () => {
    const { html } = renderMail(mail);
    const [head = ''] = html.split('</head>');
    const atNight = [...head.matchAll(/\.(\w)\{/g)].map(([, name = '']) => name);
    const coloured = [...html.matchAll(/<(\w+)([^>]*(?:[ ";]color|background):[^>]*)>/g)];

    expect(head).toContain('<meta name="color-scheme" content="light dark">');
    expect(head).toContain('@media(prefers-color-scheme:dark){');
    expect(coloured.length).toBeGreaterThan(5);
    for (const [, , attributes] of coloured) {
      const classes = /class="([^"]+)"/.exec(attributes ?? '')?.[1]?.split(' ') ?? [];
      expect(classes.length, attributes).toBeGreaterThan(0);
      for (const name of classes) expect(atNight).toContain(name);
    }
  });

  /** It goes wherever somebody says that they live (infra/docs/api/mails.md). */
  const isForStrangers = mail.name === 'verify-email';

  it.runIf(isForStrangers)('says nothing that its sender chose', () => {
    expect(renderMail({ ...mail, firstName: 'Vyhrali ste! www.podvod.example' })).toEqual(renderMail(mail));
  });

  it('says the same words in HTML and in plain text', () => {
    const { html, text } = renderMail(mail, SUPPORT);

    expect(wordsIn(html)).toEqual(wordsOf(text));
  });

  it('is Slovak, greets by name, and has no markup in its subject and text', () => {
    const { subject, html, text } = renderMail(mail);

    expect(html).toMatch(/^<!doctype html>\n<html lang="sk">/);
    expect(text).toMatch(isForStrangers ? /^Dobrý deň,\n\n/ : /^Dobrý deň, Jana,\n\n/);
    expect(subject + text).not.toMatch(/[<>]|undefined|null|&amp;/);
    expect(subject).toMatch(/^[^\r\n]{10,78}$/);
  });

  it.skipIf(isForStrangers)('lets no name become markup', () => {
    const { html, text } = renderMail({ ...mail, firstName: `<img src=x onerror="alert('1')"> & Co.` });

    expect(html).toContain('Dobrý deň, &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co.,');
    expect(html).not.toContain('<img');
    expect(text).toContain(`Dobrý deň, <img src=x onerror="alert('1')"> & Co.,`);
  });

  it('lets no address break out of its attribute', () => {
    const evil = 'https://www.example/"><script>';

    const { html } = renderMail(Object.assign({}, mail, { link: evil, frontendUrl: evil }));

    expect(html).not.toContain('<script');
  });

  it('greets without a name where there is none', () => {
    expect(renderMail({ ...mail, firstName: null }).text).toMatch(/^Dobrý deň,\n\n/);
  });
});

const mailOf = (name: string, change: object = {}) => {
  const mail = MAILS.find(each => each.name === name);
  if (!mail) throw new Error(`There is no mail ${name}.`);
  return renderMail(Object.assign({}, mail, change));
};
const textOf = (name: string, change: object = {}) => mailOf(name, change).text;

it('there is one of each kind here', () => {
  const each = MAILS.map(mail => ('to' in mail ? `${mail.name} ${mail.to}` : mail.name));
  expect(new Set(each).size).toBe(MAILS.length);
});

describe('the marketplace', () => {
  it.each(MAILS)('signs $name by its one name', mail => {
    const { html, text } = renderMail(mail);

    expect(text).toMatch(/\n\nTím Trhoviska posudkov\n$/);
    expect(html + text).not.toMatch(/tržisk/i);
  });
});

describe('what a subject lets a reader search for', () => {
  it.each([
    ['payment-received', 'platb'],
    ['not-chosen', 'ponuk'],
    ['due-soon', 'termín'],
    ['overdue', 'termín'],
    ['overdue-for-client', 'termín'],
  ])('%s: %s', (name, word) => {
    expect(mailOf(name).subject).toContain(word);
  });
});

describe('a refund', () => {
  it.each([
    ['pending', 'Váš dopyt zostáva otvorený.'],
    ['offered', 'Váš dopyt zostáva otvorený a môžete prijať inú ponuku.'],
    ['accepted', 'Objednávka u znalca, ktorého ponuku ste prijali, platí bez zmeny.'],
    ['completed', 'Posudok, ktorý ste si objednali, je hotový a môžete si ho stiahnuť.'],
    ['cancelled', 'Objednávka je zrušená.'],
  ])('says where the order stands: %s', (state, words) => {
    expect(textOf('payment-refunded', { state })).toContain(`\n\n${words}\n\n`);
  });

  it.each([
    ['late', 'už v okamihu platby nebola dostupná.'],
    ['given up', 'ktorú ste zaplatili, sme zrušili.'],
    ['by hand', 'platbu za vašu objednávku vám vraciame.'],
  ])('says why: %s', (why, words) => {
    expect(textOf('payment-refunded', { why })).toContain(words);
  });

  it('speaks of money on its way until it is there', () => {
    const { subject, text } = mailOf('payment-refunded', { arrived: false });

    expect(subject).toBe('Vraciame vám platbu');
    expect(text).toContain('je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.');
    expect(text).not.toContain('vrátili');
  });
});

it.each([
  ['client', 'Celú platbu vám vrátime.'],
  ['expert', 'Posudok už prosím nedodávajte'],
])('a cancellation by the platform tells the %s what it means', (to, words) => {
  expect(textOf('cancelled-by-platform', { to })).toContain(`Dôvod: Znalec posudok nedodal.\n\n${words}`);
});

it.each([
  [1, '1 minútu'],
  [2, '2 minúty'],
  [5, '5 minút'],
  [60, '60 minút'],
])('the mails with a link that ends say when: %i', (validMinutes, words) => {
  expect(textOf('verify-email', { validMinutes })).toContain(`Odkaz platí ${words}.`);
  expect(textOf('password-reset', { validMinutes })).toContain(`Odkaz platí ${words} a`);
});

it('there is a word for every purpose', () => {
  expect(Object.keys(PURPOSE_LABELS)).toEqual(Purpose.options);
});

describe('figures', () => {
  it.each([
    [1, '1 deň'],
    [2, '2 dni'],
    [3, '3 dni'],
    [4, '4 dni'],
    [5, '5 dní'],
    [21, '21 dní'],
    [22, '22 dní'],
    [365, '365 dní'],
  ])('of days are counted as Slovak counts: %i', (daysToComplete, words) => {
    expect(textOf('new-offer', { daysToComplete })).toContain(`Čas na vypracovanie: ${words}\n`);
    expect(textOf('offer-accepted', { daysToComplete })).toContain(`posudku máte ${words}.`);
  });

  it.each([
    [100, '1,00\u00a0€'],
    [99999, '999,99\u00a0€'],
    [123450, '1\u00a0234,50\u00a0€'],
    [10_000_000, '100\u00a0000,00\u00a0€'],
  ])('of money never break at their blanks: %i', (cents, words) => {
    expect(textOf('new-offer', { price: cents })).toContain(`Cena: ${words}\n`);
    expect(textOf('offer-accepted', { price: cents })).toContain(`za ${words}.`);
    expect(textOf('payment-refunded', { amount: cents })).toContain(`Sumu ${words} sme`);
  });
});

it('dates are those of Bratislava, in summer and in winter', () => {
  expect(textOf('due-soon')).toContain('posudku je 2. marca 2026 o 10:05.');
  expect(textOf('overdue', { dueAt: '2026-07-31T22:30:00.000Z' })).toContain('1. augusta 2026 o 0:30.');
});

describe('a reason', () => {
  it('keeps its lines and is no markup', () => {
    const mail = {
      name: 'cancelled',
      firstName: 'Jana',
      order: { id: '01a1fddd-ff47-7274-a9b4-e43d50a27f12', purpose: 'mortgage', city: 'Košice' },
      link: 'https://www.example/testimonies/01a1fddd-ff47-7274-a9b4-e43d50a27f12',
      reason: 'Predané.\n\n<b>Koniec</b>',
    } as const;

    const { html, text } = renderMail(mail);

    expect(text).toContain('Dôvod: Predané.\n\n<b>Koniec</b>\n');
    expect(html).toContain('white-space:pre-line');
    expect(html).toContain('Dôvod: Predané.\n\n&lt;b&gt;Koniec&lt;/b&gt;</p>');
  });

  it.each(['cancelled', 'identity-rejected'])('is not mentioned where none was given: %s', name => {
    expect(textOf(name, { reason: null })).not.toContain('Dôvod');
  });
});
