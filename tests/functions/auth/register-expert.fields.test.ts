/** Tests of the validation of each field, through the whole endpoint (infra/docs/api/registration.md). */
import { beforeAll, expect, it } from 'vitest';
import { expertBody, type Fields, toFormData } from '../../support/builders.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const withBillingAddress = (change: Fields) => ({
  billingAddress: { line1: 'a', line2: 'b', city: 'c', postalCode: 'd', country: 'SK', ...change },
});
const withPassword = (text: string) => ({ password: text, passwordConfirmation: text });

let service: Service;

beforeAll(async () => {
  service = await startService();
});

it.each<[string, Fields, string]>([
  ['an e-mail address without @', { email: 'jana' }, 'email'],
  ['a phone number without a country code', { phone: '0901234567' }, 'phone'],
  ['a password of seven characters', withPassword('heslo12'), 'password'],
  ['a different password confirmation', { passwordConfirmation: 'Tajné heslo 2' }, 'passwordConfirmation'],
  ['a blank first name', { firstName: ' ' }, 'firstName'],
  ['a last name that is too long', { lastName: 'x'.repeat(256) }, 'lastName'],
  ['an unknown nationality', { nationality: 'XX' }, 'nationality'],
  ['a day that does not exist', { dateOfBirth: { day: 31, month: 2, year: 1990 } }, 'dateOfBirth'],
  ['a person under 18', { dateOfBirth: { day: 1, month: 1, year: new Date().getFullYear() } }, 'dateOfBirth'],
  ['a missing line1', withBillingAddress({ line1: undefined }), 'billingAddress.line1'],
  ['a company without a tax ID', { company: {} }, 'company.taxId'],
  [
    'an IBAN with a wrong checksum',
    { bankAccount: { iban: 'SK3212000000198742637541' } },
    'bankAccount.iban',
  ],
  ['a blank registration number', { registrationNumber: ' ' }, 'registrationNumber'],
  ['an unknown region', { regions: ['ba', 'xx'] }, 'regions.1'],
  ['a newsletter flag that is not a boolean', { newsletterSubscribed: 'maybe' }, 'newsletterSubscribed'],
  ['a rejection of the terms', { termsAgreed: 'false' }, 'termsAgreed'],
  ['text instead of a file', { verificationDocumentFront: 'front.jpg' }, 'verificationDocumentFront'],
  [
    'a file that is not an image',
    { verificationDocumentBack: new Blob(['%PDF-1.7'], { type: 'image/png' }) },
    'verificationDocumentBack',
  ],
  ['a missing challenge token', { turnstileToken: undefined }, 'turnstileToken'],
])('expert registration returns 422 with a single error for %s', async (_, change, field) => {
  const { status, body } = await service.post(PATH, expertBody(change));

  expect([status, Object.entries(body.errors)]).toEqual([422, [[field, [body.message]]]]);
});

it('expert registration returns 422 with all errors of one field', async () => {
  const { body } = await service.post(PATH, expertBody(withPassword('heslo')));

  expect(body).toEqual({
    message: 'Heslo musí mať aspoň 8 znakov. (a 1 ďalšia chyba)',
    errors: {
      password: [
        'Heslo musí mať aspoň 8 znakov.',
        'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
      ],
    },
  });
});

it('expert registration lists the errors of all missing fields in the documented order', async () => {
  const { status, body } = await service.post(PATH, toFormData({ unknown: 'x' }));

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(MISSING_FIELDS);
  expect(body.message).toBe('Zadajte e-mailovú adresu. (a 27 ďalších chýb)');
});

it('rejected expert registrations store nothing', async () => {
  expect(await countItems(service.deps)).toEqual({});
  expect(await listObjectKeys(service.deps)).toEqual([]);
});

const MISSING_FIELDS = [
  'email',
  'phone',
  'password',
  'passwordConfirmation',
  'firstName',
  'lastName',
  'nationality',
  'dateOfBirth',
  'dateOfBirth.day',
  'dateOfBirth.month',
  'dateOfBirth.year',
  'billingAddress',
  'billingAddress.line1',
  'billingAddress.line2',
  'billingAddress.city',
  'billingAddress.postalCode',
  'billingAddress.country',
  'company',
  'company.taxId',
  'bankAccount',
  'bankAccount.iban',
  'registrationNumber',
  'regions',
  'newsletterSubscribed',
  'termsAgreed',
  'verificationDocumentFront',
  'verificationDocumentBack',
  'turnstileToken',
];
