/** Tests of identifiers: letters that only look like ASCII, and invisible marks (infra/docs/api/validation.md#text). */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { fieldErrors, validateField } from './validate-field.ts';

const IBAN = 'SK3112000000198742637541';

it.each(['ß', 'ſk', 'SK\u0301', 'ＳＫ'])(
  'the country %j is rejected, although upper case may turn it into ASCII',
  country => {
    expect(validateField(field.CountryCode, country)).toEqual(fieldErrors(slovakMessages.country));
    expect(v.is(field.CountryCode, country)).toBe(false);
  },
);

it.each(['ſk3112000000198742637541', 'S\u212a3112000000198742637541', 'SK３112000000198742637541'])(
  'the IBAN %j is rejected',
  iban => {
    expect(validateField(field.BankAccount, { iban })).toEqual({ 'field.iban': [slovakMessages.iban] });
  },
);

it.each(['\u212aarol@kosice.sk', 'jana@ko\u0130ice.sk', 'jana@ﬁrma.sk'])(
  'the e-mail address %j is rejected, although lower case may turn it into ASCII',
  email => {
    expect(validateField(field.Email, email)).toEqual(fieldErrors(slovakMessages.email));
    expect(v.is(field.Email, email)).toBe(false);
  },
);

it.each([
  ['choice', field.RealEstateType, 'HOUSE', slovakMessages.choice],
  ['region', field.Region, '\u212aE', slovakMessages.region],
  ['flag', field.Flag, 'yeſ', slovakMessages.flag],
])(
  'the value of a %s is rejected if it matches only after a conversion to upper or lower case',
  (_, schema, value, message) => {
    expect(validateField(schema, value)).toEqual(fieldErrors(message));
  },
);

it.each(['\u202f', '\t', '\u2011', ' - '])('a phone number may have %j between its groups', separator => {
  const phone = ['+421', '901', '234', '567'].join(separator);
  expect(validateField(field.Phone, phone)).toBe('+421901234567');
});

it.each([
  ['+４２１９０１２３４５６７', '+421901234567'],
  ['+٤٢١ ٩٠١ ٢٣٤ ٥٦٧', '+421901234567'],
  ['+۴۲۱۹۰۱۲۳۴۵۶۷', '+421901234567'],
  ['+421 (0) 901 234 567', '+421901234567'],
  ['+४२१९०१२३४५६७', fieldErrors(slovakMessages.phone)],
  ['+421901234𝟓𝟔𝟕', fieldErrors(slovakMessages.phone)],
  ['+421901234567²', fieldErrors(slovakMessages.phone)],
])('no digit of the phone number %j is dropped silently', (phone, expected) => {
  expect(validateField(field.Phone, phone)).toEqual(expected);
});

const MARKS = [
  ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u2060\ufeff',
];

it.each(MARKS)('the invisible mark %j is removed from identifiers', mark => {
  const insertMarks = (text: string) => `${mark} ${text.slice(0, 4)}${mark}${text.slice(4)} ${mark}`;
  const address = { line1: 'Hlavná 1', line2: 'byt 2', city: 'Košice', country: 'SK' };

  expect(validateField(field.Phone, insertMarks('+421901234567'))).toBe('+421901234567');
  expect(validateField(field.BankAccount, { iban: insertMarks(IBAN) })).toEqual({ iban: IBAN });
  expect(validateField(field.CountryCode, insertMarks('sk'))).toBe('SK');
  expect(validateField(field.Email, insertMarks('jana@znalci.sk'))).toBe('jana@znalci.sk');
  expect(validateField(field.ShortIdentifier, insertMarks('914567'))).toBe('914567');
  expect(validateField(field.passwordProof.code, insertMarks('123456'))).toBe('123456');
  expect(validateField(field.TestimonyNumber, insertMarks('P-5E6F7081'))).toBe('5e6f7081');
  expect(validateField(field.Address, { ...address, postalCode: insertMarks('040 01') })).toEqual({
    ...address,
    postalCode: '040 01',
  });
  const company = {
    businessId: insertMarks('36421928'),
    taxId: insertMarks('2020'),
    vatId: insertMarks('SK2020'),
  };
  expect(validateField(field.Company, company)).toEqual({
    businessId: '36421928',
    taxId: '2020',
    vatId: 'SK2020',
  });
});

it('an identifier that consists of invisible marks is missing', () => {
  expect(validateField(field.Phone, '\u202a\u202c')).toEqual(fieldErrors('Toto pole je povinné.'));
  expect(validateField(field.nullable(field.ShortIdentifier), '\u200e')).toBeNull();
});

it('marks that change the direction are still rejected in names and free text', () => {
  expect(validateField(field.Name, 'Ján\u202c')).toEqual(fieldErrors(slovakMessages.characters));
  expect(validateField(field.FreeText, 'Ján\u202c')).toEqual(fieldErrors(slovakMessages.characters));
});

it.each([
  [field.Name, 'J\ufffdn'],
  [field.FreeText, 'J\ufffdn'],
  [field.RequiredText, 'J\ufffdn'],
  [field.Secret, 'hesl\ufffd 123'],
  [field.Password, 'hesl\ufffd 123'],
])('the replacement character of broken UTF-8 is an error of its field: %#', (schema, value) => {
  expect(validateField(schema, value)).toEqual(fieldErrors(slovakMessages.characters));
});

it('the id of an event is converted to lower case', () => {
  expect(validateField(field.EventId, '0198C0DE-7A31-7C4E-9D52-3F6A1B2C4D5E')).toBe(
    '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e',
  );
});

it.each([
  ['Łukasz', 'lukasz'],
  ['Strauß', 'strauss'],
  ['STRAUẞ', 'strauss'],
  ['Ægir', 'aegir'],
  ['İbrahim', 'ibrahim'],
  ['Þórður', 'thordur'],
  ['Nováková-Žitňanská', 'novakova zitnanska'],
])('the searched name %j has the normal form %j', (name, expected) => {
  expect(validateField(field.SearchedName, name)).toBe(expected);
  expect(validateField(field.SearchedName, expected)).toBe(expected);
});
