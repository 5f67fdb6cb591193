/** Tests of the limits of fields that the client exports (infra/docs/frontends.md#limits-of-fields). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FIELD_PATTERNS } from '../../../infra/client/field-limits.ts';
import { FIELD_LIMITS, inputAttributes } from '../../../infra/client/runtime/index.ts';
import { BankAccount, CountryCode, Password, Phone } from '../../../lib/validation/fields.ts';

it("a field is required in the client's limits only if the bodies of both roles require it", () => {
  expect(FIELD_LIMITS.updateMe.email.required).toBe(false);
  expect(FIELD_LIMITS.updateMe['bankAccount.iban'].required).toBe(false);
});

it('inputAttributes returns the attributes of an HTML input', () => {
  expect(inputAttributes('createOffer', 'daysToComplete')).toEqual({ required: true, min: 1, max: 365 });
  expect(inputAttributes('registerClient', 'firstName')).toEqual({ required: false, maxLength: 255 });
  expect(inputAttributes('completeTestimony', 'document')).toEqual({
    required: true,
    accept: 'application/pdf',
  });
});

const SAMPLES: Readonly<Record<string, [schema: v.GenericSchema, accepted: unknown[], rejected: string[]]>> =
  {
    Password: [
      Password,
      ['Tajné heslo 1', '密码密码密码密码9', `${'x'.repeat(254)}٣`],
      ['heslo heslo', '12345678'],
    ],
    Phone: [
      Phone,
      ['+421901234567', '+421 (901) 234-567', '+1 202.456.1111', '+421\u202f901\u2009234\u2007567'],
      ['0901234567', '+421 901 x'],
    ],
    CountryCode: [CountryCode, ['SK', 'cz'], ['SVK', '12']],
    iban: [
      BankAccount.entries.iban,
      ['SK3112000000198742637541', 'sk31 1200 0000 1987 4263 7541'],
      ['CZ31', 'SK31'],
    ],
  };

describe.each(Object.entries(FIELD_PATTERNS))('pattern of the field limits: %s', (name, pattern) => {
  const [schema, accepted, rejected] = SAMPLES[name] ?? [v.never(), [], []];

  it.each(['u', 'v'])(
    'the pattern of a field matches all texts that the API accepts, with the flag %s',
    flag => {
      for (const value of accepted) {
        expect(v.safeParse(schema, value).success, String(value)).toBe(true);
        // The API removes blanks around a text before it checks the text.
        expect(new RegExp(pattern, flag).test(` ${value} `), String(value)).toBe(true);
      }
      for (const value of rejected) {
        expect(v.safeParse(schema, value).success, value).toBe(false);
        expect(new RegExp(pattern, flag).test(value), value).toBe(false);
      }
    },
  );
});
