import { expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { createObjectSchema, validate } from '../../../lib/validation/validate.ts';

const NOW = new Date('2026-06-15T10:00:00Z');

function collectErrors(schema: Parameters<typeof validate>[0], input: unknown): Record<string, string[]> {
  try {
    validate(schema, input, NOW);
  } catch (invalid) {
    return (invalid as { errors: Record<string, string[]> }).errors;
  }
  return {};
}

it('validation errors are in the order of the schema, with an object before its members', () => {
  const form = createObjectSchema({
    phone: field.Phone,
    dateOfBirth: field.DateOfBirth,
    regions: field.Regions,
    email: field.Email,
  });
  const input = {
    email: 'x',
    regions: Array(9).fill('xx').with(0, 'ba'),
    dateOfBirth: { day: 32, month: 1, year: 1 },
  };

  expect(Object.keys(collectErrors(form, input))).toEqual([
    'phone',
    'dateOfBirth',
    'dateOfBirth.day',
    'dateOfBirth.year',
    'regions',
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(at => `regions.${at}`),
    'email',
  ]);
});

it('an absent object and its required members at any depth each have an error', () => {
  const place = createObjectSchema({
    type: field.RequiredText,
    address: field.Address,
    note: field.optional(field.Name),
  });

  expect(Object.keys(collectErrors(createObjectSchema({ place }), {}))).toEqual([
    'place',
    'place.type',
    'place.address',
    'place.address.line1',
    'place.address.line2',
    'place.address.city',
    'place.address.postalCode',
    'place.address.country',
  ]);
});

it('an empty object has only the errors of its members', () => {
  expect(Object.keys(collectErrors(createObjectSchema({ company: field.Company }), { company: {} }))).toEqual(
    ['company.taxId'],
  );
  expect(
    validate(createObjectSchema({ company: field.optional(field.Company) }), { company: '' }, NOW),
  ).toEqual({});
});

it('unknown fields of the input are ignored', () => {
  const input = JSON.parse('{"name":"Ján","other":1,"__proto__":{"role":"admin"}}');
  expect(validate(createObjectSchema({ name: field.Name }), input, NOW)).toEqual({ name: 'Ján' });
});

it('validate returns the default of a blank optional field', () => {
  const form = createObjectSchema({ newsletterSubscribed: field.optional(field.Flag, false) });

  expect(validate(form, { newsletterSubscribed: ' ' }, NOW)).toEqual({ newsletterSubscribed: false });
});

it('validate returns null for an absent nullable field', () => {
  expect(validate(createObjectSchema({ phone: field.nullable(field.Phone) }), {}, NOW)).toEqual({
    phone: null,
  });
});

it('validate omits an absent field that a request may change but not clear', () => {
  expect(validate(createObjectSchema({ name: field.changeable(field.Name) }), {}, NOW)).toEqual({});
});

it('a blank value of a field that a request may change but not clear gets the error for a missing field', () => {
  const form = createObjectSchema({
    name: field.changeable(field.Name),
    company: field.changeable(field.Company),
  });

  expect(collectErrors(form, { name: ' ', company: null })).toEqual({
    name: ['Toto pole je povinné.'],
    company: ['Zadajte údaje o firme.'],
    'company.taxId': ['Zadajte DIČ.'],
  });
});

it('validation messages are Slovak and do not repeat the input', () => {
  const form = createObjectSchema({
    email: field.Email,
    company: field.Company,
    regions: field.Regions,
    terms: field.TermsAgreement,
  });
  const hostile = { email: '<b>Zlo</b>', company: 'Zlo', regions: ['Zlo'], terms: 'Zlo' };
  const messages = Object.values(collectErrors(form, hostile)).flat();

  expect(messages).toEqual([
    slovakMessages.email,
    slovakMessages.shape,
    slovakMessages.region,
    slovakMessages.agreed,
  ]);
});
