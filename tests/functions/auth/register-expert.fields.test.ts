/** Tests of the validation of each field, through the whole endpoint (infra/docs/api/registration.md). */
import { beforeAll, expect, it } from 'vitest';
import { expertBody, expertFields, type Fields, toFormData } from '../../support/builders.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const IBAN = 'Zadajte platný slovenský IBAN: SK a 22 číslic.';
const NO_IBAN = 'Zadajte IBAN.';
const IBAN_CHECKSUM = 'Kontrolné číslice v čísle IBAN nesedia. Skontrolujte, či ste ho zadali správne.';
const EMAIL = 'Zadajte platnú e-mailovú adresu.';
const COUNTRY = 'Zadajte dvojpísmenový kód krajiny podľa ISO 3166-1, napríklad SK.';
const PHONE = 'Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.';
const NO_DATE = 'Takýto dátum neexistuje.';
const REGIONS = 'Vyberte 1 až 8 krajov.';
const TOO_LONG = 'Text môže mať najviac 255 znakov.';
const SHAPE = 'Údaje sú v nesprávnom tvare.';
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
  ['an e-mail address without a dot', { email: 'jana@localhost' }, 'email', EMAIL],
  [
    'an e-mail address of 256 characters',
    { email: `jana@${'d'.repeat(60)}.${'d'.repeat(62)}.${'d'.repeat(62)}.${'d'.repeat(62)}.sk` },
    'email',
    'E-mailová adresa môže mať najviac 255 znakov.',
  ],
  ['a phone number without a country code', { phone: '0901234567' }, 'phone', PHONE],
  ['a phone number that is too short', { phone: '+42190' }, 'phone', 'Zadajte platné telefónne číslo.'],
  ['a phone number with trailing words', { phone: '+421901234567 volajte večer' }, 'phone', PHONE],
  ['a phone number with an extension', { phone: '+421901234567 ext. 5' }, 'phone', PHONE],
  ['a password of seven characters', withPassword('heslo12'), 'password', 'Heslo musí mať aspoň 8 znakov.'],
  [
    'a password of letters only',
    withPassword('heslohes'),
    'password',
    'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
  ],
  [
    'a password of digits only',
    withPassword('12345678'),
    'password',
    'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
  ],
  [
    'a password of spaces',
    withPassword('        '),
    'password',
    'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
  ],
  [
    'a password of 256 characters',
    withPassword(`1${'a'.repeat(255)}`),
    'password',
    'Heslo môže mať najviac 255 znakov.',
  ],
  [
    'a different password confirmation',
    { passwordConfirmation: 'Tajné heslo 2' },
    'passwordConfirmation',
    'Heslá sa nezhodujú.',
  ],
  [
    'a password confirmation with an extra space',
    { passwordConfirmation: 'Tajné heslo 1 ' },
    'passwordConfirmation',
    'Heslá sa nezhodujú.',
  ],
  [
    'a missing password confirmation',
    { passwordConfirmation: undefined },
    'passwordConfirmation',
    'Zopakujte heslo.',
  ],
  ['a blank first name', { firstName: ' ' }, 'firstName', 'Zadajte meno.'],
  ['a last name that is too long', { lastName: LONG }, 'lastName', TOO_LONG],
  ['an unknown nationality', { nationality: 'XX' }, 'nationality', COUNTRY],
  ['a nationality of three letters', { nationality: 'SVK' }, 'nationality', COUNTRY],
  ['the date 31 February', withDateOfBirth(31, 2, 1980), 'dateOfBirth', NO_DATE],
  ['29 February in a year that is not a leap year', withDateOfBirth(29, 2, 1981), 'dateOfBirth', NO_DATE],
  [
    'an expert who is one day younger than 18',
    dateYearsAgo(18, 1),
    'dateOfBirth',
    'Musíte mať aspoň 18 rokov.',
  ],
  ['a date of birth as a list', { dateOfBirth: [1, 2, 1980] }, 'dateOfBirth', SHAPE],
  ['a date of birth that is not JSON', { dateOfBirth: '{1.2.1980' }, 'dateOfBirth', SHAPE],
  [
    'a missing line1',
    withBillingAddress({ line1: undefined }),
    'billingAddress.line1',
    'Zadajte ulicu a číslo.',
  ],
  [
    'an empty line2',
    withBillingAddress({ line2: '' }),
    'billingAddress.line2',
    'Zadajte doplňujúci údaj adresy.',
  ],
  [
    'null as line2',
    withBillingAddress({ line2: null }),
    'billingAddress.line2',
    'Zadajte doplňujúci údaj adresy.',
  ],
  ['a line2 that is too long', withBillingAddress({ line2: LONG }), 'billingAddress.line2', TOO_LONG],
  ['a city that is too long', withBillingAddress({ city: LONG }), 'billingAddress.city', TOO_LONG],
  [
    'a blank postal code',
    withBillingAddress({ postalCode: '  ' }),
    'billingAddress.postalCode',
    'Zadajte PSČ.',
  ],
  ['an unknown country', withBillingAddress({ country: 'XK' }), 'billingAddress.country', COUNTRY],
  ['a company without a tax ID', { company: {} }, 'company.taxId', 'Zadajte DIČ.'],
  [
    'a business ID that is too long',
    { company: { taxId: '1', businessId: LONG } },
    'company.businessId',
    TOO_LONG,
  ],
  ['a foreign IBAN', { bankAccount: { iban: 'CZ6508000000192000145399' } }, 'bankAccount.iban', IBAN],
  [
    'an IBAN with a wrong checksum',
    { bankAccount: { iban: 'SK3212000000198742637541' } },
    'bankAccount.iban',
    IBAN_CHECKSUM,
  ],
  [
    'an IBAN of 23 characters',
    { bankAccount: { iban: 'SK311200000019874263754' } },
    'bankAccount.iban',
    IBAN,
  ],
  ['a bank account without an IBAN', { bankAccount: {} }, 'bankAccount.iban', NO_IBAN],
  [
    'a blank registration number',
    { registrationNumber: ' ' },
    'registrationNumber',
    'Zadajte evidenčné číslo znalca.',
  ],
  ['an empty list of regions', { regions: [] }, 'regions', REGIONS],
  ['nine regions', { regions: ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za', 'ba'] }, 'regions', REGIONS],
  ['an unknown region', { regions: ['ba', 'xx'] }, 'regions.1', 'Takýto kraj neexistuje.'],
  [
    'a newsletter flag that is not a boolean',
    { newsletterSubscribed: 'maybe' },
    'newsletterSubscribed',
    'Hodnota musí byť true alebo false.',
  ],
  ['a rejection of the terms', { termsAgreed: 'false' }, 'termsAgreed', 'Musíte súhlasiť s podmienkami.'],
  [
    'a terms flag that is not a boolean',
    { termsAgreed: 'perhaps' },
    'termsAgreed',
    'Musíte súhlasiť s podmienkami.',
  ],
  [
    'a missing agreement to the terms',
    { termsAgreed: undefined },
    'termsAgreed',
    'Musíte súhlasiť s podmienkami.',
  ],
  ['text instead of a file', { verificationDocumentFront: 'front.jpg' }, 'verificationDocumentFront', FILE],
  [
    'a file that is not an image',
    { verificationDocumentBack: new Blob(['%PDF-1.7'], { type: 'image/png' }) },
    'verificationDocumentBack',
    IMAGE,
  ],
  [
    'an empty scan',
    { verificationDocumentBack: new Blob([], { type: 'image/png' }) },
    'verificationDocumentBack',
    'Súbor nesmie byť prázdny.',
  ],
  [
    'a missing back of the identity document',
    { verificationDocumentBack: undefined },
    'verificationDocumentBack',
    'Nahrajte zadnú stranu dokladu totožnosti.',
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
  [
    'a date of birth with a part out of range',
    withDateOfBirth(32, 1, 1980),
    { dateOfBirth: [NO_DATE], 'dateOfBirth.day': ['Deň musí byť od 1 do 31.'] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a date of birth before 1920',
    withDateOfBirth(1, 1, 1919),
    {
      dateOfBirth: ['Rok narodenia musí byť 1920 alebo neskorší.'],
      'dateOfBirth.year': ['Rok musí byť 1920 alebo neskorší.'],
    },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a date of birth without a day',
    withDateOfBirth(undefined, 2, 1980),
    { dateOfBirth: ['Zadajte dátum narodenia.'], 'dateOfBirth.day': ['Zadajte deň.'] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a month in words instead of a number',
    withDateOfBirth(1, 'február', 1980),
    { dateOfBirth: [NO_DATE], 'dateOfBirth.month': ['Zadajte celé číslo.'] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a day with a sign',
    withDateOfBirth('+1', 2, 1980),
    { dateOfBirth: [NO_DATE], 'dateOfBirth.day': ['Zadajte celé číslo.'] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'too many regions with an unknown one',
    { regions: ['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za', 'xx'] },
    { regions: [REGIONS], 'regions.8': ['Takýto kraj neexistuje.'] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a missing bank account',
    { bankAccount: undefined },
    { bankAccount: ['Zadajte bankový účet.'], 'bankAccount.iban': [NO_IBAN] },
    ' (a 1 ďalšia chyba)',
  ],
  [
    'a missing date of birth',
    { dateOfBirth: ' ' },
    {
      dateOfBirth: ['Zadajte dátum narodenia.'],
      'dateOfBirth.day': ['Zadajte deň.'],
      'dateOfBirth.month': ['Zadajte mesiac.'],
      'dateOfBirth.year': ['Zadajte rok.'],
    },
    ' (a 3 ďalšie chyby)',
  ],
])('expert registration returns 422 with several errors for %s', async (_, change, errors, more) => {
  const { body } = await service.post(PATH, expertBody(change));

  expect(body).toEqual({ message: `${Object.values(errors)[0]?.[0]}${more}`, errors });
  expect(Object.keys(body.errors)).toEqual(Object.keys(errors));
});

it('expert registration lists the errors of all missing fields in the documented order', async () => {
  const { status, body } = await service.post(PATH, toFormData({ unknown: 'x' }));

  expect(status).toBe(422);
  expect(Object.entries(body.errors)).toEqual(MISSING_FIELD_ERRORS);
  expect(body.message).toBe('Zadajte e-mailovú adresu. (a 27 ďalších chýb)');
});

it('expert registration lists the errors of all required fields when there is no body', async () => {
  const { status, body } = await service.post(PATH);

  expect([status, Object.entries(body.errors)]).toEqual([422, MISSING_FIELD_ERRORS]);
});

it('rejected expert registrations store nothing', async () => {
  expect(await countItems(service.deps)).toEqual({});
  expect(await listObjectKeys(service.deps)).toEqual([]);
});

it('expert registration accepts a person on the 18th birthday', async () => {
  const response = await service.post(PATH, toFormData(expertFields(dateYearsAgo(18, 0))));

  expect(response.status).toBe(201);
});

const MISSING_FIELD_ERRORS = [
  ['email', ['Zadajte e-mailovú adresu.']],
  ['phone', ['Zadajte telefónne číslo.']],
  ['password', ['Zadajte heslo.']],
  ['passwordConfirmation', ['Zopakujte heslo.']],
  ['firstName', ['Zadajte meno.']],
  ['lastName', ['Zadajte priezvisko.']],
  ['nationality', ['Zadajte štátnu príslušnosť.']],
  ['dateOfBirth', ['Zadajte dátum narodenia.']],
  ['dateOfBirth.day', ['Zadajte deň.']],
  ['dateOfBirth.month', ['Zadajte mesiac.']],
  ['dateOfBirth.year', ['Zadajte rok.']],
  ['billingAddress', ['Zadajte fakturačnú adresu.']],
  ['billingAddress.line1', ['Zadajte ulicu a číslo.']],
  ['billingAddress.line2', ['Zadajte doplňujúci údaj adresy.']],
  ['billingAddress.city', ['Zadajte mesto alebo obec.']],
  ['billingAddress.postalCode', ['Zadajte PSČ.']],
  ['billingAddress.country', ['Zadajte krajinu.']],
  ['company', ['Zadajte údaje o firme.']],
  ['company.taxId', ['Zadajte DIČ.']],
  ['bankAccount', ['Zadajte bankový účet.']],
  ['bankAccount.iban', [NO_IBAN]],
  ['registrationNumber', ['Zadajte evidenčné číslo znalca.']],
  ['regions', [REGIONS]],
  ['newsletterSubscribed', ['Uveďte, či chcete odoberať novinky.']],
  ['termsAgreed', ['Musíte súhlasiť s podmienkami.']],
  ['verificationDocumentFront', ['Nahrajte prednú stranu dokladu totožnosti.']],
  ['verificationDocumentBack', ['Nahrajte zadnú stranu dokladu totožnosti.']],
  ['turnstileToken', ['Potvrďte, že nie ste robot.']],
];
