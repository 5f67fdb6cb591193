/** Tests of the validation of each field, through the whole endpoint (infra/docs/api/registration.md). */
import { beforeAll, expect, it } from 'vitest';
import { expertBody, type Fields, toFormData } from '../../support/builders.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const IBAN_CHECKSUM = 'Kontrolné číslice v čísle IBAN nesedia. Skontrolujte, či ste ho zadali správne.';
const EMAIL = 'Zadajte platnú e-mailovú adresu.';
const COUNTRY = 'Zadajte dvojpísmenový kód krajiny podľa ISO 3166-1, napríklad SK.';
const PHONE = 'Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.';
const TOO_LONG = 'Text môže mať najviac 255 znakov.';
const FILE = 'Nahrajte súbor.';
const IMAGE = 'Súbor musí byť obrázok vo formáte JPEG alebo PNG.';

const LONG = 'x'.repeat(256);
const withBillingAddress = (change: Fields) => ({
  billingAddress: { line1: 'a', line2: 'b', city: 'c', postalCode: 'd', country: 'SK', ...change },
});
const withDateOfBirth = (day: unknown, month: unknown, year: unknown) => ({
  dateOfBirth: { day, month, year },
});
const withPassword = (text: string) => ({ password: text, passwordConfirmation: text });
const dateYearsAgo = (years: number, days: number) => {
  const parts = new Date()
    .toLocaleDateString('en-CA', { timeZone: 'Europe/Bratislava' })
    .split('-')
    .map(Number);
  const [year = 0, month = 0, day = 0] = parts;
  const date = new Date(Date.UTC(year - years, month - 1, day + days));
  return withDateOfBirth(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear());
};

let service: Service;

beforeAll(async () => {
  service = await startService();
});

it.each<[string, Fields, string, string]>([
  ['an e-mail address without @', { email: 'jana' }, 'email', EMAIL],
  ['a phone number without a country code', { phone: '0901234567' }, 'phone', PHONE],
  ['a password of seven characters', withPassword('heslo12'), 'password', 'Heslo musí mať aspoň 8 znakov.'],
  [
    'a different password confirmation',
    { passwordConfirmation: 'Tajné heslo 2' },
    'passwordConfirmation',
    'Heslá sa nezhodujú.',
  ],
  ['a blank first name', { firstName: ' ' }, 'firstName', 'Zadajte meno.'],
  ['a last name that is too long', { lastName: LONG }, 'lastName', TOO_LONG],
  ['an unknown nationality', { nationality: 'XX' }, 'nationality', COUNTRY],
  [
    'an expert who is one day younger than 18',
    dateYearsAgo(18, 1),
    'dateOfBirth',
    'Musíte mať aspoň 18 rokov.',
  ],
  [
    'a missing line1',
    withBillingAddress({ line1: undefined }),
    'billingAddress.line1',
    'Zadajte ulicu a číslo.',
  ],
  ['a company without a tax ID', { company: {} }, 'company.taxId', 'Zadajte DIČ.'],
  [
    'an IBAN with a wrong checksum',
    { bankAccount: { iban: 'SK3212000000198742637541' } },
    'bankAccount.iban',
    IBAN_CHECKSUM,
  ],
  [
    'a blank registration number',
    { registrationNumber: ' ' },
    'registrationNumber',
    'Zadajte evidenčné číslo znalca.',
  ],
  ['an unknown region', { regions: ['ba', 'xx'] }, 'regions.1', 'Takýto kraj neexistuje.'],
  [
    'a newsletter flag that is not a boolean',
    { newsletterSubscribed: 'maybe' },
    'newsletterSubscribed',
    'Hodnota musí byť true alebo false.',
  ],
  ['a rejection of the terms', { termsAgreed: 'false' }, 'termsAgreed', 'Musíte súhlasiť s podmienkami.'],
  ['text instead of a file', { verificationDocumentFront: 'front.jpg' }, 'verificationDocumentFront', FILE],
  [
    'a file that is not an image',
    { verificationDocumentBack: new Blob(['%PDF-1.7'], { type: 'image/png' }) },
    'verificationDocumentBack',
    IMAGE,
  ],
  [
    'a missing challenge token',
    { turnstileToken: undefined },
    'turnstileToken',
    'Potvrďte, že nie ste robot.',
  ],
])('expert registration returns 422 with a single error for %s', async (_, change, field, message) => {
  const response = await service.post(PATH, expertBody(change));

  expect(response.body).toEqual({ message, errors: { [field]: [message] } });
  expect(response.status).toBe(422);
});

it.each<[string, Fields, Record<string, string[]>, string]>([
  [
    'a short password of letters only, which has two errors',
    withPassword('heslo'),
    {
      password: [
        'Heslo musí mať aspoň 8 znakov.',
        'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
      ],
    },
    ' (a 1 ďalšia chyba)',
  ],
])('expert registration returns 422 with several errors for %s', async (_, change, errors, more) => {
  const { body } = await service.post(PATH, expertBody(change));

  expect(body).toEqual({ message: `${Object.values(errors)[0]?.[0]}${more}`, errors });
  expect(Object.keys(body.errors)).toEqual(Object.keys(errors));
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
