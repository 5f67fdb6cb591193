import { describe, expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { UploadedFile } from '../../../lib/validation/files.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { createObjectSchema } from '../../../lib/validation/validate.ts';
import { fieldErrors, validateField } from './validate-field.ts';

it.each([
  [' Ján ', 'Ján'],
  ['Ja\u0301n', 'Ján'],
  ['ž'.repeat(255), 'ž'.repeat(255)],
  ['𝒶'.repeat(255), '𝒶'.repeat(255)],
  ['ž'.repeat(256), fieldErrors('Text môže mať najviac 255 znakov.')],
  ['Ján\nBcc: x', fieldErrors(slovakMessages.characters)],
  ['Ján\u0000', fieldErrors(slovakMessages.characters)],
  ['\ud800', fieldErrors(slovakMessages.characters, slovakMessages.noLetter)],
  [`${'a'.repeat(256)}\u0000`, fieldErrors(slovakMessages.characters, 'Text môže mať najviac 255 znakov.')],
  ['   ', fieldErrors('Toto pole je povinné.')],
  [{}, fieldErrors(slovakMessages.text)],
  [['Ján'], fieldErrors(slovakMessages.text)],
  ['Kováčová-Ďurišová ml.', 'Kováčová-Ďurišová ml.'],
  ['Žofie Řehořová', 'Žofie Řehořová'],
  ['Őszi Győző', 'Őszi Győző'],
  ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
  ['Наталія Коваль', 'Наталія Коваль'],
  ['O\u2019Neil', 'O\u2019Neil'],
  ['12345', fieldErrors(slovakMessages.noLetter)],
  ['.', fieldErrors(slovakMessages.noLetter)],
  ['\u200b\u200d', fieldErrors(slovakMessages.characters, slovakMessages.noLetter)],
  ['\u3164', fieldErrors(slovakMessages.characters, slovakMessages.noLetter)],
  ['Ján\u202eváoK', fieldErrors(slovakMessages.characters)],
  ['Ján\u2066', fieldErrors(slovakMessages.characters)],
  ['Ján\u{e0041}', fieldErrors(slovakMessages.characters)],
  ['Ján\ufff9Eva\ufffb', fieldErrors(slovakMessages.characters)],
  [`J\u0336${'\u0489'.repeat(200)}án`, fieldErrors(slovakMessages.characters)],
])('the name %j is validated', (value, expected) => {
  expect(validateField(field.Name, value)).toEqual(expected);
});

it.each([
  'Novák http://evil.sk/x',
  'HTTPS://EVIL',
  'WwW.evil',
  'Ján evil.sk/x',
  'EVIL.SK/',
  'bit.Ly/abc',
  'Evil.Krajina/abc',
  't.me/evil',
  'zlý.sk/x',
  'evil.co.uk/x',
  '127.0.0.10/x',
  'xn--evil.xn--p1ai/x',
  'evil.sk:8080/x',
  'evil\uff0esk/x',
  'evil\u3002sk/x',
  'evil\uff61sk\uff0fx',
  'evil\u2024sk/x',
  'evil.\u00adsk/x',
  'evil\u200b.sk/x',
  '\uff48\uff54\uff54\uff50\uff1a\uff0f\uff0fevil',
  '\uff57\uff57\uff57.evil',
  'jan@evil',
  'jan\uff20evil',
])('the name %j is rejected, because it contains a link', name => {
  expect(validateField(field.Name, name)).toEqual(fieldErrors(slovakMessages.linkInName));
});

it.each([
  'Ing. Ján Novák, PhD.',
  'Ing.Novák',
  'ing.novák',
  'Mgr.art. Ján',
  'PhDr.J.Kováč',
  'St.-Pierre',
  "O'Neil",
  'Žilina-Bytčica',
  'Nová Ves n/Z',
  'Ing.arch.Eva Malá',
  'JUDr.PhDr.Eva Malá',
  'prof. MUDr. Ján Ďurica, DrSc.',
  'Ján Novák, M.Sc.',
  'Ph.D.',
  'J.R.R. Tolkien',
  'Jan st.',
  'Bratislava - m. č. Staré Mesto',
  'Sv.Jur',
  'Kováč/Novák',
  'Ing./Mgr. Ján',
])('the name %j is no link', name => {
  expect(validateField(field.Name, name)).toBe(name);
});

it('free text may have line breaks but no other control characters', () => {
  expect(validateField(field.paragraphs(2000), 'prvý\r\n\tdruhý')).toBe('prvý\r\n\tdruhý');
  expect(validateField(field.paragraphs(2000), 'zvonček\u0007')).toEqual(
    fieldErrors(slovakMessages.characters),
  );
  for (const text of ['pred\u202epo', '\u200b\n\u2060', '\u2800'])
    expect(validateField(field.paragraphs(2000), text)).toEqual(fieldErrors(slovakMessages.characters));
  expect(validateField(field.paragraphs(2000), 'a'.repeat(2001))).toEqual(
    fieldErrors('Text môže mať najviac 2000 znakov.'),
  );
});

it.each([
  ['sk', 'SK'],
  ['CZ', 'CZ'],
  ['XK', fieldErrors(slovakMessages.country)],
  ['UK', fieldErrors(slovakMessages.country)],
  ['SVK', fieldErrors(slovakMessages.country)],
  ['Slovensko', fieldErrors(slovakMessages.country)],
])('the country %j is validated', (value, expected) => {
  expect(validateField(field.CountryCode, value)).toEqual(expected);
});

it.each([
  ['SK31 1200 0000 1987 4263 7541', 'SK3112000000198742637541'],
  ['sk3112000000198742637541', 'SK3112000000198742637541'],
  ['sk32 1200 0000 1987 4263 7541', { 'field.iban': [slovakMessages.ibanChecksum] }],
  ['SK311200000019874263754', { 'field.iban': [slovakMessages.iban] }],
  ['CZ6508000000192000145399', { 'field.iban': [slovakMessages.iban] }],
  ['', { 'field.iban': ['Zadajte IBAN.'] }],
  [3, { 'field.iban': [slovakMessages.iban] }],
])('a missing, a malformed and a wrong IBAN have different messages: %j', (iban, expected) => {
  const account = validateField(field.BankAccount, { iban });
  expect(account).toEqual(typeof expected === 'string' ? { iban: expected } : expected);
});

const EIGHT = ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'];

it.each([
  [EIGHT, EIGHT],
  [
    ['ba', ' ke ', 'ba'],
    ['ba', 'ke'],
  ],
  [[], fieldErrors(slovakMessages.regions)],
  [[...EIGHT, 'ba'], fieldErrors(slovakMessages.regions)],
  [['ba', 'xx', ''], { 'field.1': [slovakMessages.region], 'field.2': [slovakMessages.region] }],
  [[...EIGHT, 'BA'], { field: [slovakMessages.regions], 'field.8': [slovakMessages.region] }],
  [{ ba: true }, fieldErrors(slovakMessages.shape)],
  ['ba', fieldErrors(slovakMessages.shape)],
  [[{}, null], { 'field.0': [slovakMessages.region], 'field.1': [slovakMessages.region] }],
])('the list of regions %j is validated', (value, expected) => {
  expect(validateField(field.Regions, value)).toEqual(expected);
});

it.each([
  [true, true],
  ['false', false],
  [' 1 ', true],
  ['0', false],
  ['True', true],
  ['FALSE', false],
  ['on', true],
  ['Off', false],
  ['YES', true],
  ['no', false],
  ['áno', fieldErrors(slovakMessages.flag)],
  ['t', fieldErrors(slovakMessages.flag)],
  [1, fieldErrors(slovakMessages.flag)],
  [0, fieldErrors(slovakMessages.flag)],
  ['', fieldErrors('Toto pole je povinné.')],
])('the flag %j is validated', (value, expected) => {
  expect(validateField(field.Flag, value)).toEqual(expected);
});

it.each([true, 'true', '1', 'ON', 'Yes'])('the value %j is accepted as consent to the terms', value => {
  expect(validateField(field.TermsAgreement, value)).toBe(true);
});

it.each([false, 'false', '0', 'no', 'maybe', 1, null, [], {}, ['true']])(
  'the value %j is not accepted as consent to the terms',
  value => {
    expect(
      validateField(createObjectSchema({ termsAgreed: field.TermsAgreement }), { termsAgreed: value }),
    ).toEqual({
      'field.termsAgreed': ['Musíte súhlasiť s podmienkami.'],
    });
  },
);

describe('validation of postal addresses', () => {
  const core = { line1: 'Hlavná 1', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' };

  it('a billing address has no first and last name', () => {
    expect(validateField(field.Address, { ...core, firstName: 'Ján', country: 'sk' })).toEqual(core);
  });

  it('blank and absent names of a shipping address are null', () => {
    expect(validateField(field.ShippingAddress, { ...core, firstName: ' ' })).toEqual({
      firstName: null,
      lastName: null,
      ...core,
    });
  });

  it.each(['', ' ', null, undefined])('line2 of a billing address is missing if it is %j', line2 => {
    expect(validateField(field.Address, { ...core, line2 })).toEqual({
      'field.line2': ['Zadajte doplnok adresy.'],
    });
  });

  it.each(['line1', 'line2', 'city', 'postalCode'])(
    'a billing address with an overlong %s is rejected',
    key => {
      expect(validateField(field.Address, { ...core, [key]: 'x'.repeat(256) })).toEqual({
        [`field.${key}`]: ['Text môže mať najviac 255 znakov.'],
      });
    },
  );
});

it('a company requires a tax id and no other field', () => {
  expect(validateField(field.Company, { taxId: '2020', vatId: '' })).toEqual({
    businessId: null,
    taxId: '2020',
    vatId: null,
  });
  expect(validateField(field.Company, {})).toEqual({ 'field.taxId': ['Zadajte DIČ.'] });
});

describe('validation of uploaded identity documents', () => {
  const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff])], size);

  it.each([
    ['a JPEG', jpeg(100), 'image/jpeg'],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1'), 'image/png'],
    ['a JPEG of exactly 10 MB', jpeg(10_485_760), 'image/jpeg'],
  ])('the schema of identity documents accepts %s', (_, content, type) => {
    const scan = validateField(field.IdScan, new UploadedFile(content)) as { content: Buffer; type: string };

    expect(scan.type).toBe(type);
    expect(scan.content.equals(content)).toBe(true); // toEqual takes seconds per megabyte
  });

  it.each([
    ['a JPEG of 10 MB and one byte', new UploadedFile(jpeg(10_485_761)), [slovakMessages.fileTooLarge]],
    [
      '10 MB and one byte of zeros',
      new UploadedFile(Buffer.alloc(10_485_761)),
      [slovakMessages.fileTooLarge, slovakMessages.notAnImage],
    ],
    ['a PDF', new UploadedFile(Buffer.from('%PDF-1.7')), [slovakMessages.notAnImage]],
    ['an empty file', new UploadedFile(Buffer.alloc(0)), [slovakMessages.fileEmpty]],
    ['a text', 'scan.jpg', [slovakMessages.file]],
    ['an upload key without a purpose', `incoming/${'0'.repeat(32)}`, [slovakMessages.file]],
    [
      'an upload key of a document',
      `incoming/testimony-document/${'0'.repeat(32)}`,
      [slovakMessages.uploadUnusable],
    ],
    ['a missing value', undefined, ['Toto pole je povinné.']],
  ])('the schema of identity documents rejects %s', (_, value, messages) => {
    expect(validateField(field.IdScan, value)).toEqual(fieldErrors(...messages));
  });
});

it.each([
  ['a byte order mark', '\u{feff}'],
  ['a line break', '\r\n'],
  ['1,019 bytes', 'x'.repeat(1019)],
])('the schema of testimony documents accepts a PDF with %s before its header', (_, start) => {
  const content = Buffer.from(`${start}%PDF-1.7`);

  expect(validateField(field.TestimonyDocument, new UploadedFile(content))).toMatchObject({
    type: 'application/pdf',
  });
});

it.each([
  ['an empty file', '', slovakMessages.fileEmpty],
  ['a PDF that begins after 1,020 bytes', `${'x'.repeat(1020)}%PDF-1.7`, slovakMessages.notAPdf],
])('the schema of testimony documents rejects %s', (_, content, message) => {
  expect(validateField(field.TestimonyDocument, new UploadedFile(Buffer.from(content)))).toEqual(
    fieldErrors(message),
  );
});

it.each([
  ['1', 1],
  [' 100 ', 100],
  ['015', 15],
  ['0', fieldErrors(slovakMessages.pageLimit)],
  ['101', fieldErrors(slovakMessages.pageLimit)],
  ['+5', fieldErrors(slovakMessages.pageLimit)],
  ['5,0', fieldErrors(slovakMessages.pageLimit)],
])('the page limit %j is validated', (value, expected) => {
  expect(validateField(field.PageLimit, value)).toEqual(expected);
});

it.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:30Z', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T08:30:15.123456Z', '2026-11-01T08:30:15.123Z'],
  ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
])('the time %j is validated', (value, expected) => {
  expect(validateField(field.Moment, value)).toEqual(expected);
});

it.each([
  '2026-11-01T08:30:00',
  '2026-11-01T08:30:00 02:00',
  '2026-11-01T25:00Z',
  '2026-02-30',
  '2026-02-30T08:00Z',
  '2026-11',
  '1.11.2026',
  '+022026-11-01',
  '9999-12-31T23:59-14:00',
  '1793520000000',
  'yesterday',
])('the value %j is not accepted as a time', value => {
  expect(validateField(field.Moment, value)).toEqual(fieldErrors(slovakMessages.moment));
});
