/** Tests of the rules of form fields, and of the formats of typed IBANs, phone numbers and file sizes. */
import { describe, expect, it } from 'vitest';
import { findFileError, formatFileSize } from '../../../../infra/console/app/forms/file-rules.ts';
import { completePhone, formatPhone, groupIban } from '../../../../infra/console/app/forms/number-formats.ts';
import {
  dateOfBirthRule,
  daysRule,
  emailRule,
  ibanRule,
  newPasswordRule,
  phoneRule,
  priceRule,
  propertyRule,
  requiredWith,
} from '../../../../infra/console/app/forms/rules.ts';

const NOTHING = () => '';

it.each([
  [emailRule, ['jana@znalci.sk', ' jana+1@sub.znalci.sk ', 'jana@žnalci.sk', '']],
  [phoneRule, ['+421901234567', '+421 901/234 567', '+44 20 7946 0958', '']],
  [
    phoneRule,
    ['\u202a+421\u202f901\u2009234\u2007567\u202c', '+421 (0) 901 234 567', '+４２１９０１２３４５６７'],
  ],
  [emailRule, ['\u2068jana@znalci.sk\u2069']],
  [ibanRule, ['\u202aSK31 1200 0000 1987 4263 7541\u202c']],
  [ibanRule, ['SK3112000000198742637541', 'sk31 1200 0000 1987 4263 7541', '']],
  [newPasswordRule, ['Heslo 123', 'žltýkôň7', '']],
  [priceRule, ['1', '1 249,90', '1249.9', '100000', '']],
  [daysRule, ['1', '365', '07', '']],
  [propertyRule, ['0', '9999', '']],
])('the field rule %o accepts valid and blank values', (rule, values) => {
  expect(values.map(value => rule(value, NOTHING))).toEqual(values.map(() => undefined));
});

it.each([
  [emailRule, 'jana@', 'invalid.email'],
  [emailRule, 'jana@znalci', 'invalid.email'],
  [emailRule, 'jana nova@znalci.sk', 'invalid.email'],
  [phoneRule, '0901 234 567', 'invalid.phone'],
  [phoneRule, '+421901234567 kl. 5', 'invalid.phone'],
  [phoneRule, '+४२१९०१२३४५६७', 'invalid.phone'],
  [phoneRule, '+42190123456', 'invalid.phone-impossible'],
  [phoneRule, '+1234567890123456', 'invalid.phone-impossible'],
  [ibanRule, 'CZ6508000000192000145399', 'invalid.iban'],
  [ibanRule, '\u017fK3112000000198742637541', 'invalid.iban'],
  [ibanRule, 'SK311200000019874263754', 'invalid.iban'],
  [ibanRule, 'SK3212000000198742637541', 'invalid.iban-checksum'],
  [newPasswordRule, 'Heslo 1', 'invalid.password-too-short'],
  [newPasswordRule, `a1${'x'.repeat(254)}`, 'invalid.password-too-long'],
  [newPasswordRule, 'dlhé heslo', 'invalid.password-makeup'],
  [newPasswordRule, '12345678', 'invalid.password-makeup'],
  [priceRule, '0,99', 'invalid.price-range'],
  [priceRule, '100 000,01', 'invalid.price-range'],
  [priceRule, '12,345', 'invalid.price'],
  [priceRule, 'sto', 'invalid.price'],
  [daysRule, '0', 'invalid.days'],
  [daysRule, '366', 'invalid.days'],
  [daysRule, '1,5', 'invalid.whole-number'],
  [propertyRule, '-1', 'invalid.property'],
  [propertyRule, '10000', 'invalid.property'],
] as const)('the field rule %o rejects "%s" with the message %s', (rule, value, message) => {
  expect(rule(value, NOTHING)).toBe(message);
});

it('a field of an optional group is required when another field of the group has a value', () => {
  const rule = requiredWith('missing.taxId', 'company.businessId');
  expect(rule('', NOTHING)).toBeUndefined();
  expect(rule('', () => '31333501')).toBe('missing.taxId');
  expect(rule('2020123456', () => '31333501')).toBeUndefined();
});

describe('dateOfBirthRule, the rule for a date of birth', () => {
  const check = (day: string, month: string, year: string, now = '2026-11-23T12:00:00Z') =>
    dateOfBirthRule(() => new Date(now))('', name => ({ day, month, year })[name.split('.')[1] ?? ''] ?? '');

  it('the date-of-birth rule accepts adults', () => {
    expect(check('29', '2', '1980')).toBeUndefined();
    expect(check('23', '11', '2008')).toBeUndefined();
  });

  it('the date-of-birth rule has one message for a date that is incomplete or has a part out of range', () => {
    expect(check('', '', '1980')).toBe('missing.dateOfBirth');
    expect(check('32', '2', '1900')).toBe('invalid.day');
    expect(check('1', '2', '1900')).toBe('invalid.year-of-birth');
  });

  it('the date-of-birth rule rejects impossible dates and ages under 18', () => {
    expect(check('31', '2', '1980')).toBe('invalid.no-such-date');
    expect(check('29', '2', '1981')).toBe('invalid.no-such-date');
    expect(check('25', '11', '2008')).toBe('invalid.underage');
  });
});

it('an IBAN is shown in groups of four characters', () => {
  expect(groupIban('sk3112000000198742637541')).toBe('SK31 1200 0000 1987 4263 7541');
  expect(groupIban('')).toBe('');
  expect(groupIban('SK31')).toBe('SK31');
});

it.each([
  ['0901 234 567', '+421 901 234 567'],
  ['0901/234567', '+421 901 234 567'],
  ['00421901234567', '+421 901 234 567'],
  ['+421901234567', '+421 901 234 567'],
  ['00436601234567', '+436601234567'],
  ['090123', '090123'],
  ['', ''],
])('the phone number %s is completed to %s', (typed, completed) => {
  expect(completePhone(typed)).toBe(completed);
});

it.each([
  ['+421901234567', '+421\u00a0901\u00a0234\u00a0567'],
  ['+436601234567', '+436601234567'],
  ['+42150123456', '+42150123456'],
])('the phone number %s is shown as %s', (number, shown) => {
  expect(formatPhone(number)).toBe(shown);
});

describe('rules for uploaded files', () => {
  const IMAGES = 'image/jpeg,image/png';
  const file = (bytes: readonly number[], size = bytes.length) =>
    new Blob([new Uint8Array(bytes), new Uint8Array(size - bytes.length)]);

  it('a file is accepted if its first bytes have an accepted type', async () => {
    expect(await findFileError(file([0x89, 0x50, 0x4e, 0x47]), IMAGES)).toBeUndefined();
    expect(await findFileError(file([0xff, 0xd8, 0xff, 0xe0]), IMAGES)).toBeUndefined();
    expect(
      await findFileError(file([0x25, 0x50, 0x44, 0x46], 10_485_760), 'application/pdf'),
    ).toBeUndefined();
  });

  it('a file that is empty, too large or of another type is rejected', async () => {
    expect(await findFileError(file([]), IMAGES)).toBe('invalid.file-empty');
    expect(await findFileError(file([0xff, 0xd8, 0xff], 10_485_761), IMAGES)).toBe('invalid.file-too-large');
    expect(await findFileError(file([0x25, 0x50, 0x44, 0x46]), IMAGES)).toBe('invalid.not-an-image');
    expect(await findFileError(file([0xff, 0xd8, 0xff]), 'application/pdf')).toBe('invalid.not-a-pdf');
  });

  it('a file size is formatted with the decimal separator of the language', () => {
    expect(formatFileSize(3_500_000, 'sk')).toBe('3,5\u00a0MB');
    expect(formatFileSize(3_500_000, 'en')).toBe('3.5\u00a0MB');
    expect(formatFileSize(412, 'sk')).toBe('1\u00a0kB');
  });
});
