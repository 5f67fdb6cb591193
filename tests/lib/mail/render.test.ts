import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderMail } from '../../../lib/mail/render.ts';
import { SAMPLE_LINKS, SAMPLE_MAILS, SAMPLE_SETTINGS } from './sample-mails.ts';

const SUPPORT = { ...SAMPLE_SETTINGS, support: 'podpora@testimony.example' };

const unescaped = (html: string) => html.replaceAll('&amp;', '&');
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => unescaped(address));

/**
 * Parts of the HTML that the plain text does not repeat: the head, the preview text, and the hint for a broken button.
 */
const ONLY_IN_HTML = [
  /^[\s\S]*<\/head>/,
  /<div style="display:none[\s\S]*?<\/div>/,
  /\u2713<\/div><\/div><\/td><td [^>]*>Trhovisko posudkov<\/td>/,
  /<h1[\s\S]*?<\/h1>/,
  /<p [^>]*>Ak tlačidlo nefunguje, skopírujte do prehliadača túto adresu:.*<\/p>/,
];
/** The plain text shows the URL of the button; the HTML shows it only in the hint. */
const withoutUrls = (text: string) => text.replace(/^https:\S+$/gm, '');
const findPreheader = (html: string) => /<div style="display:none[^>]*>([^<]*?)\u034f/.exec(html)?.[1] ?? '';

/** Splits a text into words. Colons are ignored, because the plain text has colons in place of table cells. */
const splitWords = (text: string) =>
  text.replaceAll(':', ' ').replaceAll('\u2011', '-').split(/\s+/).filter(Boolean);
const extractWords = (html: string) => {
  const shared = ONLY_IN_HTML.reduce<string>((rest, part) => rest.replace(part, ''), html);
  return splitWords(unescaped(shared.replace(/<[^>]*>/g, ' ')));
};

/** Paths of the console's pages. */
const PAGES = [
  ...readFileSync('infra/console/app/pages/routes.tsx', 'utf8').matchAll(/^ {2}'(\/.*)': \w+,/gm),
].map(([, path]) => path);

const WITHOUT_LINK: readonly string[] = [
  'account-closed',
  'account-locked',
  'email-changed',
  'partner-changed',
];

/**
 * Returns whether the mail may reach a stranger, so that it must not contain text that the caller has chosen
 * (infra/docs/api/mails.md).
 */
const isForStrangers = ({ name }: { readonly name: string }) => name === 'verify-email';

describe.each(SAMPLE_MAILS)('the mail $name', mail => {
  it('a mail links to the same URLs in its HTML and its plain text', () => {
    const { html, text } = renderMail(mail, SAMPLE_SETTINGS);

    expect(new Set(hrefs(html))).toEqual(new Set(text.match(/https:\S+/g)));
  });

  it('the links of a mail lead to pages of the console', () => {
    for (const url of hrefs(renderMail(mail, SAMPLE_SETTINGS).html)) {
      const { pathname } = new URL(url);
      expect(PAGES).toContain(pathname.replace(/(?<=^\/testimonies\/)[0-9a-f-]+$/, ':id'));
    }
  });

  it('a mail contains a link unless the frontend has no page for its subject', () => {
    const hasLink = hrefs(renderMail(mail, SAMPLE_SETTINGS).html).length > 0;

    expect(hasLink).toBe(!WITHOUT_LINK.includes(mail.name));
  });

  it('a mail has a preheader that does not repeat its subject', () => {
    const { subject, html } = renderMail(mail, SAMPLE_SETTINGS);

    expect(findPreheader(html)).toMatch(/^.{25,110}\.$/);
    expect(findPreheader(html)).not.toContain(subject);
  });

  it('a mail shows its button before the details and its long link last', () => {
    const { html } = renderMail(mail, SUPPORT);
    const url = hrefs(html).at(-1);

    expect(html.split('class="b"').length - 1).toBe(url ? 1 : 0);
    if (!url) return;
    expect(unescaped(html).split(`>${url}<`)).toHaveLength(2);
    expect(html.indexOf('class="b"')).toBeLessThan(html.indexOf('Tím Trhoviska posudkov'));
    expect(html.indexOf('Tím Trhoviska posudkov')).toBeLessThan(html.indexOf('Ak tlačidlo nefunguje'));
    if ('testimony' in mail) expect(html.indexOf('class="b"')).toBeLessThan(html.indexOf('50A27F12'));
  });

  it('a mail has a dark-mode colour for each coloured element', () => {
    const { html } = renderMail(mail, SAMPLE_SETTINGS);
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

  it('a mail contains the same words in its HTML and its plain text', () => {
    const { html, text } = renderMail(mail, SUPPORT);

    expect(extractWords(html)).toEqual(splitWords(withoutUrls(text)));
  });

  it('a mail greets its recipient in Slovak and has no markup in the subject and the plain text', () => {
    const { subject, html, text } = renderMail(mail, SAMPLE_SETTINGS);

    expect(html).toMatch(/^<!doctype html>\n<html lang="sk">/);
    expect(text).toMatch(isForStrangers(mail) ? /^Dobrý deň,\n\n/ : /^Dobrý deň, Jana,\n\n/);
    expect(subject + text).not.toMatch(/[<>]|undefined|null|&amp;/);
    expect(subject).toMatch(/^[^\r\n]{10,78}$/);
  });

  it('the URL of a link in a mail cannot break out of its HTML attribute', () => {
    const evil = 'https://www.example/"><script>';

    const { html } = renderMail(Object.assign({}, mail, { link: evil }), { frontendUrl: evil });

    expect(html).not.toContain('<script');
  });

  it('a mail greets its recipient without a name when the name is unknown', () => {
    expect(renderMail({ ...mail, firstName: null }, SAMPLE_SETTINGS).text).toMatch(/^Dobrý deň,\n\n/);
  });
});

it.each(SAMPLE_MAILS.filter(mail => 'testimony' in mail))(
  'the mail $name contains the number of its testimony and links to it',
  mail => {
    const { html, text } = renderMail(mail, SAMPLE_SETTINGS);

    expect(text).toContain('\nPosudok: Hypotéka, Košický kraj, č. 50A27F12\n');
    expect(findPreheader(html)).toMatch(/^Hypotéka, Košický kraj: /);
    expect(hrefs(html)[0]).toMatch(/\/testimonies\/01a1fddd-ff47-7274-a9b4-e43d50a27f12$/);
  },
);

it.each(SAMPLE_MAILS.filter(isForStrangers))(
  'the mail $name to an unverified address does not contain the name that the caller entered',
  mail => {
    expect(renderMail({ ...mail, firstName: 'Vyhrali ste! www.podvod.example' }, SAMPLE_SETTINGS)).toEqual(
      renderMail(mail, SAMPLE_SETTINGS),
    );
  },
);

it.each(SAMPLE_MAILS.filter(mail => !isForStrangers(mail)))(
  'the HTML of the mail $name escapes markup in the name of the recipient',
  mail => {
    const { html, text } = renderMail(
      { ...mail, firstName: `<img src=x onerror="alert('1')"> & Co.` },
      SAMPLE_SETTINGS,
    );

    expect(html).toContain('Dobrý deň, &lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co.,');
    expect(html).not.toContain('<img');
    expect(text).toContain(`Dobrý deň, <img src=x onerror="alert('1')"> & Co.,`);
  },
);

const renderSample = (name: string, change: object = {}) => {
  const mail = SAMPLE_MAILS.find(each => each.name === name);
  if (!mail) throw new Error(`There is no mail ${name}.`);
  return renderMail(Object.assign({}, mail, change), SAMPLE_SETTINGS);
};
const renderSampleText = (name: string, change: object = {}) => renderSample(name, change).text;

it.each([
  [{ to: 'client', outcome: 'paid-out', refund: 0 }, 'Odmenu vyplatíme znalcovi, platbu vám nevraciame.'],
  [{ to: 'client', outcome: 'refunded', refund: 5000 }, 'Z vašej platby vám vrátime 50,00\u00a0€.'],
  [{ to: 'expert', outcome: 'refunded', payout: 0 }, 'Odmenu za posudok nevyplatíme.'],
  [{ to: 'expert', outcome: 'paid-out', payout: 9004 }, 'Vaša odmena za posudok je 90,04\u00a0€.'],
  [{ to: 'expert', outcome: 'confirmed', decision: null }, 'klient potvrdil znalecký posudok'],
])('the mail about the end of a complaint states the consequences: %o', (change, text) => {
  expect(renderSampleText('complaint-ended', change)).toContain(text);
});

it('the mail about a delivery mentions complaints only while the client can complain', () => {
  expect(renderSampleText('completed')).toContain('môžete ho do 5.\u00a0marca 2026 o\u00a010:05 reklamovať');
  expect(renderSampleText('completed', { complaintUntil: null })).not.toContain('reklam');
  expect(renderSampleText('document-corrected', { isComplaintOpen: false })).not.toContain('reklam');
});

describe('mails about the approval of an expert', () => {
  const READY = 'Odteraz môžete klientom posielať ponuky';
  const VERIFY = 'overte prosím ešte svoju e-mailovú adresu';
  const PENDING = 'Klienti vaše ponuky uvidia až po kontrole vašich dokladov totožnosti.';
  const REJECTED = 'nahráte nové doklady';
  const STATEMENTS = [READY, VERIFY, PENDING, REJECTED];

  it.each([
    [true, 'accepted', [READY]],
    [true, 'pending', [READY, PENDING]],
    [true, 'rejected', [READY, REJECTED]],
    [false, 'accepted', [VERIFY]],
    [false, 'pending', [VERIFY, PENDING]],
    [false, 'rejected', [VERIFY, REJECTED]],
  ])(
    'the approval mail states what the expert still needs when emailVerified is %s and the identity review is %s',
    (emailVerified, identityReview, expected) => {
      const { text, html } = renderSample('expert-approved', { emailVerified, identityReview });

      expect(STATEMENTS.filter(words => text.includes(words))).toEqual(expected);
      expect(findPreheader(html).startsWith('Odteraz môžete posielať ponuky')).toBe(
        expected.length === 1 && emailVerified,
      );
      expect(findPreheader(html)).toMatch(/^.{25,110}\.$/);
    },
  );
});

it.each([
  [{ rest: 0 }, '\n\nplatbu za váš znalecký posudok vám vraciame.'],
  [{ amount: 0 }, '\n\nčasť platby za váš znalecký posudok vám vrátila vaša banka.'],
  [{ amount: 0, rest: 0 }, '\n\nplatbu za váš znalecký posudok vám vrátila vaša banka.'],
])(
  'the refund mail distinguishes a part from the whole, and the bank from the platform: %j',
  (change, words) => {
    expect(renderSampleText('payment-refunded', { why: 'manual', ...change })).toContain(words);
  },
);

it('the refund mail states that the money is on its way until the bank has confirmed it', () => {
  const pending = { arrived: false, byBank: 0 };
  const { subject, text } = renderSample('payment-refunded', pending);

  expect(subject).toBe('Vraciame vám časť platby');
  expect(renderSample('payment-refunded', { ...pending, rest: 0 }).subject).toBe('Vraciame vám platbu');
  expect(text).toContain('je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.');
  expect(text).toContain('Zvyšok platby, 500,00\u00a0€, zostáva zaplatený.');
  expect(text).not.toContain('vrátili');
});

it.each([
  [{}, 'Cena pre klienta: 1 234,50 €\nProvízia trhoviska: 123,45 €\nPosudok:'],
  [
    { refunded: 50_000 },
    'Cena pre klienta: 1 234,50 €\nVrátené klientovi: 500,00 €\nProvízia trhoviska: 123,45 €\nPosudok:',
  ],
  [
    { refunded: 60_000, borneByPlatform: 10_000 },
    'Vrátené klientovi: 600,00 €\nZ toho znáša trhovisko: 100,00 €\nProvízia trhoviska: 123,45 €\nPosudok:',
  ],
])('the payout mail explains the amount after refunds: %j', (refunds, rows) => {
  const text = renderSampleText('payout-sent', { amount: 61_105, ...refunds });

  expect(text.replaceAll('\u00a0', ' ')).toContain(rows);
  expect(text.replaceAll('\u00a0', ' ')).toContain('Vaša odmena: 611,05 €\n');
});

it('mails with a link say for how long the link is valid', () => {
  expect(renderSampleText('verify-email')).toContain('Odkaz platí 60 minút.');
  expect(renderSampleText('password-reset')).toContain('Odkaz platí 60 minút a');
});

it.each([
  [1, '1 deň'],
  [2, '2 dni'],
  [3, '3 dni'],
  [4, '4 dni'],
  [5, '5 dní'],
  [21, '21 dní'],
  [22, '22 dní'],
  [365, '365 dní'],
])('a number of days in a mail has the right Slovak plural: %i', (daysToComplete, words) => {
  expect(renderSampleText('new-offer', { daysToComplete })).toContain(`Čas na vypracovanie: ${words}\n`);
  expect(renderSampleText('offer-accepted', { daysToComplete })).toContain(`posudku máte ${words}.`);
});

it.each([
  [100, '1,00\u00a0€'],
  [99999, '999,99\u00a0€'],
  [123450, '1\u00a0234,50\u00a0€'],
  [10_000_000, '100\u00a0000,00\u00a0€'],
])('amounts in mails have non-breaking spaces: %i cents', (cents, words) => {
  expect(renderSampleText('new-offer', { price: cents })).toContain(`Cena: ${words}\n`);
  expect(renderSampleText('offer-accepted', { price: cents })).toContain(`za ${words} je prijatá`);
  expect(renderSampleText('payment-refunded', { amount: cents })).toContain(`Sumu ${words} sme`);
});

it('dates in mails are in the time zone of Bratislava, in summer and in winter', () => {
  expect(renderSampleText('due-soon')).toContain('posudku je 2.\u00a0marca 2026 o\u00a010:05.');
  expect(renderSampleText('overdue', { dueAt: '2026-07-31T22:30:00.000Z' })).toContain(
    '1.\u00a0augusta 2026 o\u00a00:30.',
  );
});

it('the HTML of a mail keeps one-letter prepositions on the line of the next word', () => {
  expect(renderSample('failed-logins').html).toContain('pokusov o\u00a0prihlásenie');
});

it('a reason in a mail keeps its line breaks and has its markup escaped', () => {
  const mail = {
    name: 'cancelled-by-platform',
    firstName: 'Jana',
    testimony: { id: '01a1fddd-ff47-7274-a9b4-e43d50a27f12', purpose: 'mortgage', region: 'ke' },
    to: 'expert',
    isRefunded: false,
    reason: 'Predané.\n\n<b>Koniec</b>',
  } as const;

  const { html, text } = renderMail(mail, SAMPLE_SETTINGS);

  expect(text).toContain('Dôvod: Predané.\n\n<b>Koniec</b>\n');
  expect(html).toContain('white-space:pre-line');
  expect(html).toContain('Dôvod: Predané.\n\n&lt;b&gt;Koniec&lt;/b&gt;</p>');
});

it.each([
  [true, true],
  [false, false],
])(
  'the mail about a cancellation mentions that the client gave a reason, without the reason: %s',
  (hasReason, isMentioned) => {
    expect(renderSampleText('cancelled', { hasReason }).includes('Klient uviedol aj dôvod.')).toBe(
      isMentioned,
    );
  },
);

it.each(['cancelled-by-platform', 'identity-rejected'])(
  'the mail %s mentions no reason when there is none',
  name => {
    expect(renderSampleText(name, { reason: null })).not.toContain('Dôvod');
  },
);

it('the footer of a mail links to the terms, the privacy policy and the contact', () => {
  const [mail] = SAMPLE_MAILS;
  const { html, text } = renderMail(mail as (typeof SAMPLE_MAILS)[number], {
    ...SUPPORT,
    legalLinks: SAMPLE_LINKS,
  });

  for (const url of Object.values(SAMPLE_LINKS)) {
    expect(html).toContain(`href="${url}"`);
    expect(text).toContain(`: ${url.replace('mailto:', '')}\n`);
  }
});
