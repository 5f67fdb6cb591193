import { describe, expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovak } from '../../../lib/validation/slovak.ts';
import { type FieldsCheck, objectSchema, validate } from '../../../lib/validation/validate.ts';
import { NOW, outcome, refused } from './outcome.ts';

const domainOf = (length: number) => `${`${'x'.repeat(59)}.`.repeat(4)}${'x'.repeat(length - 243)}.sk`;
const atDomain = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;

describe('email', () => {
  it.each([
    ['  Jana.Nová+TAG@Example.COM ', refused(slovak.email)],
    [' Jana.Nova+TAG@Example.COM ', 'jana.nova+tag@example.com'],
    ['jana@žilina.sk', 'jana@xn--ilina-tib.sk'],
    [atDomain(255), atDomain(255)],
    [atDomain(256), refused(slovak.emailTooLong)],
    [`${atDomain(256)}@`, refused(slovak.email, slovak.emailTooLong)],
    [`a@${'x'.repeat(63)}.sk`, `a@${'x'.repeat(63)}.sk`],
    [`a@${domainOf(253)}`, `a@${domainOf(253)}`],
    [`a@${domainOf(254)}`, refused(slovak.email, slovak.emailTooLong)],
    ['', refused('Zadajte e-mailovú adresu.')],
    [17, refused(slovak.email)],
  ])('validates and normalises the email address %j', (value, expected) => {
    const form = objectSchema({ email: field.Email });
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
  ])('rejects the email address %j', value => {
    expect(outcome(field.Email, value)).toEqual(refused(slovak.email));
  });
});

it.each([
  ['+421 901 234 567', '+421901234567'],
  [' +421901234567 ', '+421901234567'],
  ['+12025550123', '+12025550123'],
  ['+421 (0)901/234-567', '+421901234567'],
  ['+421 901\u2011234\u2011567', '+421901234567'],
  ['+421000000000', '+421000000000'],
  ['+421999999999', '+421999999999'],
  ['0901234567', refused(slovak.phone)],
  ['00421901234567', refused(slovak.phone)],
  ['tel. +421901234567', refused(slovak.phone)],
  ['+42190123456', refused(slovak.phoneImpossible)],
  ['+4219012345678', refused(slovak.phoneImpossible)],
  ['+421 112', refused(slovak.phoneImpossible)],
  [`+${'1'.repeat(300)}`, refused(slovak.phoneImpossible)],
  ['+421901234567 volajte večer', refused(slovak.phone)],
  ['+421901234567 (Jana)', refused(slovak.phone)],
  ['+421901234567, 5', refused(slovak.phone)],
  ['+421901234567#5', refused(slovak.phone)],
  ['+421901234567 / 0902123456', refused(slovak.phoneImpossible)],
  ['+421901234567\n+421902123456', refused(slovak.phone)],
  ['+421901234567 ext. 5', refused(slovak.phone)],
  ['+421901234567;ext=5', refused(slovak.phone)],
  ['+999123456789', refused(slovak.phoneImpossible)],
  ['+', refused(slovak.phone)],
  [421901234567, refused(slovak.phone)],
])('validates the phone number %j', (value, expected) => {
  expect(outcome(field.Phone, value)).toEqual(expected);
});

it.each([
  ['heslo123', 'heslo123'],
  [' žaba 1 ', ' žaba 1 '],
  [' z\u030caba 1 ', ' žaba 1 '],
  ['ж٣жжжжжж', 'ж٣жжжжжж'],
  ['heslo12', refused(slovak.passwordTooShort)],
  ['𝒶𝒶𝒶𝒶𝒶𝒶1', refused(slovak.passwordTooShort)],
  ['bezcislice', refused(slovak.passwordMakeup)],
  ['12345678', refused(slovak.passwordMakeup)],
  ['        ', refused(slovak.passwordMakeup)],
  ['abc', refused(slovak.passwordTooShort, slovak.passwordMakeup)],
  [`a1${'x'.repeat(253)}`, `a1${'x'.repeat(253)}`],
  [`a1${'x'.repeat(254)}`, refused(slovak.passwordTooLong)],
  ['heslo123\ud800', refused(slovak.characters)],
  ['', refused('Toto pole je povinné.')],
  [null, refused('Toto pole je povinné.')],
  [12345678, refused(slovak.text)],
])('validates the password %j', (value, expected) => {
  expect(outcome(field.Password, value)).toEqual(expected);
});

describe('passwordConfirmation', () => {
  const form = objectSchema({ password: field.Password, passwordConfirmation: field.optional(field.Secret) });
  const checks: FieldsCheck[] = [field.fieldsMustMatch('password', 'passwordConfirmation')];

  it.each([
    [
      { password: 'heslo123', passwordConfirmation: 'heslo124' },
      { passwordConfirmation: [slovak.passwordsDiffer] },
    ],
    [
      { password: 'heslo123', passwordConfirmation: 'heslo123 ' },
      { passwordConfirmation: [slovak.passwordsDiffer] },
    ],
    [{ password: 'heslo123' }, { passwordConfirmation: ['Zopakujte heslo.'] }],
    [{ passwordConfirmation: 'heslo123' }, { password: ['Zadajte heslo.'] }],
    [
      { password: 'heslo12', passwordConfirmation: 'x' },
      { password: [slovak.passwordTooShort], passwordConfirmation: [slovak.passwordsDiffer] },
    ],
    [{ password: 'heslo123', passwordConfirmation: 5 }, { passwordConfirmation: [slovak.text] }],
  ])('rejects an invalid password or confirmation: %j', (input, errors) => {
    expect(() => validate(form, input, NOW, checks)).toThrow(expect.objectContaining({ errors }));
  });

  it('accepts a confirmation that equals the password, blanks included', () => {
    const same = { password: ' heslo123 ', passwordConfirmation: ' heslo123 ' };
    expect(validate(form, same, NOW, checks)).toEqual(same);
  });
});
