import { describe, expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { createObjectSchema, type FieldsCheck, validate } from '../../../lib/validation/validate.ts';
import { fieldErrors, NOW, validateField } from './validate-field.ts';

const createDomain = (length: number) => `${`${'x'.repeat(59)}.`.repeat(4)}${'x'.repeat(length - 243)}.sk`;
const createEmail = (length: number) =>
  `${'a'.repeat(64)}@${`${'x'.repeat(59)}.`.repeat(3)}${'x'.repeat(length - 248)}.sk`;

it.each([
  ['  Jana.Nová+TAG@Example.COM ', fieldErrors(slovakMessages.email)],
  [' Jana.Nova+TAG@Example.COM ', 'jana.nova+tag@example.com'],
  ['jana@žilina.sk', 'jana@xn--ilina-tib.sk'],
  ['jana@XN--ilina-tib.sk', 'jana@xn--ilina-tib.sk'],
  ['jana+posudok=1@straße.de', 'jana+posudok=1@xn--strae-oqa.de'],
  [createEmail(255), createEmail(255)],
  [`${'a'.repeat(65)}@example.com`, fieldErrors(slovakMessages.email)],
  [createEmail(256), fieldErrors(slovakMessages.emailTooLong)],
  [`${createEmail(256)}@`, fieldErrors(slovakMessages.email, slovakMessages.emailTooLong)],
  [`a@${'x'.repeat(63)}.sk`, `a@${'x'.repeat(63)}.sk`],
  [`a@${createDomain(253)}`, `a@${createDomain(253)}`],
  [`a@${createDomain(254)}`, fieldErrors(slovakMessages.email, slovakMessages.emailTooLong)],
  ['', fieldErrors('Zadajte e-mailovú adresu.')],
  [17, fieldErrors(slovakMessages.email)],
])('the e-mail address %j is valid and is normalised', (value, expected) => {
  const form = createObjectSchema({ email: field.Email });
  const read = () => validate(form, { email: value }, NOW).email;
  if (typeof expected === 'string') expect(read()).toBe(expected);
  else expect(read).toThrow(expect.objectContaining({ errors: { email: expected.field } }));
});

it.each([
  'a@b',
  'a@@b.sk',
  'a b@c.sk',
  '"a b"@c.sk',
  'a..b@c.sk',
  '.a@c.sk',
  'a.@c.sk',
  'a@-c.sk',
  'a@c-.sk',
  'a@c..sk',
  'a@c.sk.',
  'a@c_d.sk',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'a@ex%41mple.com',
  'a@c.sk\r\nBcc: d@e.sk',
  'a\u0000@c.sk',
  '\ud800@c.sk',
  `a@${'x'.repeat(64)}.sk`,
  '=?utf-8?q?a?=@c.sk',
  '-oQ/tmp@c.sk',
  'host!jana@c.sk',
  'jana@ｇｍａｉｌ.com',
  'jana@gma\u00adil.com',
  'jana@ﬁrma.sk',
])('the e-mail address %j is invalid', value => {
  expect(validateField(field.Email, value)).toEqual(fieldErrors(slovakMessages.email));
});

it.each([
  ['+421 901 234 567', '+421901234567'],
  [' +421901234567 ', '+421901234567'],
  ['+12025550123', '+12025550123'],
  ['+421 (0)901/234-567', '+421901234567'],
  ['+421 901\u2011234\u2011567', '+421901234567'],
  ['+421000000000', '+421000000000'],
  ['+421999999999', '+421999999999'],
  ['0901234567', fieldErrors(slovakMessages.phone)],
  ['00421901234567', fieldErrors(slovakMessages.phone)],
  ['tel. +421901234567', fieldErrors(slovakMessages.phone)],
  ['+42190123456', fieldErrors(slovakMessages.phoneImpossible)],
  ['+4219012345678', fieldErrors(slovakMessages.phoneImpossible)],
  ['+421 112', fieldErrors(slovakMessages.phoneImpossible)],
  [`+${'1'.repeat(300)}`, fieldErrors(slovakMessages.phoneImpossible)],
  ['+421901234567 volajte večer', fieldErrors(slovakMessages.phone)],
  ['+421901234567 (Jana)', fieldErrors(slovakMessages.phone)],
  ['+421901234567, 5', fieldErrors(slovakMessages.phone)],
  ['+421901234567#5', fieldErrors(slovakMessages.phone)],
  ['+421901234567 / 0902123456', fieldErrors(slovakMessages.phoneImpossible)],
  ['+421901234567\n+421902123456', fieldErrors(slovakMessages.phone)],
  ['+421901234567 ext. 5', fieldErrors(slovakMessages.phone)],
  ['+421901234567;ext=5', fieldErrors(slovakMessages.phone)],
  ['+999123456789', fieldErrors(slovakMessages.phoneImpossible)],
  ['+', fieldErrors(slovakMessages.phone)],
  [421901234567, fieldErrors(slovakMessages.phone)],
])('the phone number %j is validated', (value, expected) => {
  expect(validateField(field.Phone, value)).toEqual(expected);
});

it.each([
  ['heslo123', 'heslo123'],
  [' žaba 1 ', ' žaba 1 '],
  [' z\u030caba 1 ', ' žaba 1 '],
  ['ж٣жжжжжж', 'ж٣жжжжжж'],
  ['heslo12', fieldErrors(slovakMessages.passwordTooShort)],
  ['𝒶𝒶𝒶𝒶𝒶𝒶1', fieldErrors(slovakMessages.passwordTooShort)],
  ['bezcislice', fieldErrors(slovakMessages.passwordMakeup)],
  ['12345678', fieldErrors(slovakMessages.passwordMakeup)],
  ['        ', fieldErrors(slovakMessages.passwordMakeup)],
  ['abc', fieldErrors(slovakMessages.passwordTooShort, slovakMessages.passwordMakeup)],
  [`a1${'x'.repeat(253)}`, `a1${'x'.repeat(253)}`],
  [`a1${'x'.repeat(254)}`, fieldErrors(slovakMessages.passwordTooLong)],
  ['heslo123\ud800', fieldErrors(slovakMessages.characters)],
  ['', fieldErrors('Toto pole je povinné.')],
  [null, fieldErrors('Toto pole je povinné.')],
  [12345678, fieldErrors(slovakMessages.text)],
])('the password %j is validated', (value, expected) => {
  expect(validateField(field.Password, value)).toEqual(expected);
});

describe('confirmations of a new password', () => {
  const form = createObjectSchema({
    password: field.Password,
    passwordConfirmation: field.optional(field.Secret),
  });
  const checks: FieldsCheck[] = [field.checkPasswordConfirmation];

  it.each([
    [
      { password: 'heslo123', passwordConfirmation: 'heslo124' },
      { passwordConfirmation: [slovakMessages.passwordsDiffer] },
    ],
    [
      { password: 'heslo123', passwordConfirmation: 'heslo123 ' },
      { passwordConfirmation: [slovakMessages.passwordsDiffer] },
    ],
    [{ password: 'heslo123' }, { passwordConfirmation: ['Zopakujte heslo.'] }],
    [{ passwordConfirmation: 'heslo123' }, { password: ['Zadajte heslo.'] }],
    [
      { password: 'heslo12', passwordConfirmation: 'x' },
      { password: [slovakMessages.passwordTooShort], passwordConfirmation: [slovakMessages.passwordsDiffer] },
    ],
    [{ password: 'heslo123', passwordConfirmation: 5 }, { passwordConfirmation: [slovakMessages.text] }],
  ])('an invalid password or confirmation is rejected: %j', (input, errors) => {
    expect(() => validate(form, input, NOW, checks)).toThrow(expect.objectContaining({ errors }));
  });

  it('a password confirmation must be equal to the password, including its blanks', () => {
    const same = { password: ' heslo123 ', passwordConfirmation: ' heslo123 ' };
    expect(validate(form, same, NOW, checks)).toEqual(same);
  });
});
