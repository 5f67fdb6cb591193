/**
 * Slovak messages of 422 responses, their summary (infra/docs/api/validation.md#error-format), and the English texts
 * and causes of the errors, which no bundle contains.
 *
 * No message repeats data that the caller sent.
 */
import type { FieldErrorCode, FieldErrors } from '../domain/errors.ts';
import {
  ADULT_AGE,
  FORMER_EMAIL_HOURS,
  MAX_DAYS_TO_COMPLETE,
  MAX_EMAIL_CHARACTERS,
  MAX_EUROS,
  MAX_FILE_MEGABYTES,
  MAX_OVERDUE_DAYS,
  MAX_PASSWORD_CHARACTERS,
  MAX_PAYOUT_DELAY_DAYS,
  MAX_PERIOD_DAYS,
  MAX_PROPERTIES,
  MAX_PROPERTY_VALUE,
  MIN_PASSWORD_CHARACTERS,
  MIN_YEAR,
} from '../domain/input-limits.ts';
import { MAX_PAGE_SIZE } from '../domain/model/page.ts';

/** Writes a number with a separator between each three digits. */
const groupThousands = (value: number, separator: string): string =>
  String(value).replaceAll(/\B(?=(\d{3})+$)/g, separator);

export const slovakMessages = {
  agreed: 'Musíte súhlasiť s podmienkami.',
  badLink: 'Odkaz je neplatný alebo jeho platnosť vypršala.',
  challengeFailed: 'Overenie, že nie ste robot, zlyhalo. Skúste to znova.',
  characters: 'Text obsahuje nepovolené znaky.',
  choice: 'Vyberte jednu z ponúkaných možností.',
  coordinates: 'Zadajte platné zemepisné súradnice.',
  country: 'Zadajte dvojpísmenový kód krajiny podľa ISO 3166-1, napríklad SK.',
  day: 'Deň musí byť od 1 do 31.',
  days: `Počet dní musí byť od 1 do ${MAX_DAYS_TO_COMPLETE}.`,
  email: 'Zadajte platnú e-mailovú adresu.',
  emailTooLong: `E-mailová adresa môže mať najviac ${MAX_EMAIL_CHARACTERS} znakov.`,
  emailNotRestorable: `Účet túto e-mailovú adresu za posledných ${FORMER_EMAIL_HOURS} hodín nepoužíval.`,
  emailTaken: 'Táto e-mailová adresa je už zaregistrovaná.',
  file: 'Nahrajte súbor.',
  fileEmpty: 'Súbor nesmie byť prázdny.',
  fileTooLarge: `Súbor môže mať najviac ${MAX_FILE_MEGABYTES} MB.`,
  flag: 'Hodnota musí byť true alebo false.',
  iban: 'Zadajte platný slovenský IBAN: SK a 22 číslic.',
  ibanChecksum: 'Kontrolné číslice v čísle IBAN nesedia. Skontrolujte, či ste ho zadali správne.',
  notAnImage: 'Súbor musí byť obrázok vo formáte JPEG alebo PNG.',
  idempotencyKeyReused: 'Tento kľúč už bol použitý s inou požiadavkou.',
  mailDomain: 'Doména tejto e-mailovej adresy neprijíma poštu.',
  moment: 'Zadajte dátum alebo čas s časovým pásmom, napríklad 2026-11-01 alebo 2026-11-01T08:00:00Z.',
  month: 'Mesiac musí byť od 1 do 12.',
  linkInName: 'Zadajte text bez odkazu a e-mailovej adresy. Za bodkou v mene urobte medzeru.',
  noLetter: 'Zadajte aspoň jedno písmeno.',
  nameTooShort: 'Zadajte aspoň dva znaky mena.',
  noSuchDate: 'Takýto dátum neexistuje.',
  period: `Obdobie sa musí končiť najskôr dňom, ktorým sa začína, a môže mať najviac ${MAX_PERIOD_DAYS} dní.`,
  pageLimit: `Počet položiek na stránke musí byť celé číslo od 1 do ${MAX_PAGE_SIZE}.`,
  notAPdf: 'Súbor musí byť vo formáte PDF.',
  passwordMakeup: 'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
  passwordTooLong: `Heslo môže mať najviac ${MAX_PASSWORD_CHARACTERS} znakov.`,
  passwordTooShort: `Heslo musí mať aspoň ${MIN_PASSWORD_CHARACTERS} znakov.`,
  passwordsDiffer: 'Heslá sa nezhodujú.',
  phone: 'Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.',
  phoneImpossible: 'Zadajte platné telefónne číslo.',
  phoneTaken: 'Toto telefónne číslo je už zaregistrované.',
  price: 'Zadajte cenu v eurách s najviac dvoma desatinnými miestami.',
  amountTooHigh: 'Suma je vyššia ako suma, ktorú možno vrátiť alebo vyrovnať.',
  payoutUnsent:
    'Celú platbu nemožno vrátiť, kým nie je odoslaná výplata, ktorá má zostať. Počkajte na jej odoslanie, alebo posudok zrušte.',
  amountRange: `Suma musí byť od 0,01 do ${groupThousands(MAX_EUROS, ' ')} €.`,
  priceRange: `Cena musí byť od 1 do ${groupThousands(MAX_EUROS, ' ')} €.`,
  paymentNotMade: 'Platba zatiaľ neprešla, nič sme vám nestrhli.',
  properties: `Zadajte najviac ${MAX_PROPERTIES} vlastností s krátkymi názvami.`,
  propertyRepeated: 'Každú vlastnosť uveďte len raz.',
  property: `Hodnota musí byť od 0 do ${MAX_PROPERTY_VALUE}.`,
  region: 'Takýto kraj neexistuje.',
  regions: 'Vyberte aspoň jeden kraj.',
  sessionUnusable: 'Platba sa nenašla alebo nie je dokončená.',
  shape: 'Údaje sú v nesprávnom tvare.',
  state: 'Takýto stav neexistuje.',
  text: 'Hodnota musí byť text.',
  underage: `Musíte mať aspoň ${ADULT_AGE} rokov.`,
  overdueDays: `Počet dní musí byť od 0 do ${MAX_OVERDUE_DAYS}.`,
  payoutDelayDays: `Počet dní musí byť od 0 do ${MAX_PAYOUT_DELAY_DAYS}.`,
  oneSearchTerm: 'Zadajte práve jeden údaj, podľa ktorého sa má hľadať.',
  otherSize: 'Nahraný súbor má inú veľkosť, než bola ohlásená.',
  testimonyNumber: 'Číslo posudku má osem znakov od 0 do 9 a od A do F.',
  uploadUnusable: 'Nahraný súbor sa nenašiel, jeho platnosť vypršala alebo už bol použitý.',
  eventId: 'Zadajte id udalosti.',
  eventTypes: 'Vyberte aspoň jeden druh udalosti, každý najviac raz.',
  webhookUrl:
    'Zadajte adresu servera prístupného z internetu, ktorá sa začína https:// a používa port 443 alebo 8443.',
  frontendUrl: 'Zadajte adresu frontendu, ktorá sa začína https:// a nemá parametre.',
  wholeNumber: 'Zadajte celé číslo.',
  wrongCode: 'Kód nie je správny alebo už bol použitý.',
  wrongPassword: 'Súčasné heslo nie je správne.',
  yearOfBirth: `Rok narodenia musí byť ${MIN_YEAR} alebo neskorší.`,
  yearTooLarge: 'Zadajte platný rok.',
  year: `Rok musí byť ${MIN_YEAR} alebo neskorší.`,
} as const;

/** Returns the English text and the usual cause of each field error, for the client and for developers. */
export const explainFieldErrors = (): Readonly<
  Record<keyof typeof slovakMessages, readonly [english: string, cause: string]>
> => ({
  agreed: ['You must agree to the terms.', '`termsAgreed` is not true.'],
  badLink: [
    'The link is invalid or has expired.',
    'The signature of a verification link is wrong, or the link is too old. Request another mail.',
  ],
  challengeFailed: [
    'The check that you are not a robot failed. Please try again.',
    'Turnstile rejected `turnstileToken`, or it was used before. Render the widget again.',
  ],
  characters: [
    'The text contains characters that are not allowed.',
    'The text has control characters, or characters that reverse, hide or overlap text.',
  ],
  choice: ['Choose one of the options.', 'The value is none of the enumeration.'],
  coordinates: [
    'Enter valid geographic coordinates.',
    '`lat` is not from -90 to 90, or `lng` is not from -180 to 180.',
  ],
  country: [
    'Enter a two-letter country code of ISO 3166-1, for example SK.',
    'The country code is not assigned.',
  ],
  day: ['The day must be from 1 to 31.', '`day` is out of range.'],
  days: [
    `The number of days must be from 1 to ${MAX_DAYS_TO_COMPLETE}.`,
    '`daysToComplete` is out of range.',
  ],
  email: ['Enter a valid e-mail address.', 'The value is not an e-mail address with a dotted domain.'],
  emailTooLong: [
    `The e-mail address can have at most ${MAX_EMAIL_CHARACTERS} characters.`,
    'The address is too long, after conversion of its domain to ASCII.',
  ],
  emailNotRestorable: [
    `The account has not used this e-mail address in the last ${FORMER_EMAIL_HOURS} hours.`,
    'Operators can restore only a recent address.',
  ],
  emailTaken: [
    'This e-mail address is registered already.',
    'Another account has the address. Offer to sign in or to reset the password.',
  ],
  eventId: ['Enter the id of an event.', '`after` is not the id of an event.'],
  eventTypes: [
    'Choose at least one type of event, each at most once.',
    '`types` is empty, too long or names a type twice.',
  ],
  file: ['Upload a file.', 'The value is a text and not an upload key.'],
  fileEmpty: ['The file must not be empty.', 'The file has no bytes.'],
  fileTooLarge: [
    `The file can have at most ${MAX_FILE_MEGABYTES} MB.`,
    'The file is too large. A megabyte has 1,048,576 bytes.',
  ],
  flag: ['The value must be true or false.', 'The value is not a boolean.'],
  iban: ['Enter a valid Slovak IBAN: SK and 22 digits.', 'The IBAN is malformed or from another country.'],
  ibanChecksum: [
    'The check digits of the IBAN do not match. Check whether you entered it correctly.',
    'A digit is wrong or two are swapped.',
  ],
  notAnImage: [
    'The file must be a JPEG or PNG image.',
    'The content of the file is another one, whatever its name says.',
  ],
  idempotencyKeyReused: [
    'This key has been used with another request.',
    'See [`idempotency-key-reused`](#idempotency-key-reused).',
  ],
  mailDomain: [
    'The domain of this e-mail address does not accept mail.',
    'The domain does not exist or has no mail server. The address probably has a typing error.',
  ],
  moment: [
    'Enter a date, or a time with its time zone, for example 2026-11-01 or 2026-11-01T08:00:00Z.',
    '`createdAfter` has another format.',
  ],
  month: ['The month must be from 1 to 12.', '`month` is out of range.'],
  linkInName: [
    'Enter a text without a link or an e-mail address. Put a space after a dot in a name.',
    'The name contains `://`, `www.`, `@`, or a domain with a path, such as `example.sk/x`.',
  ],
  noLetter: ['Enter a letter.', 'The name contains no visible letter.'],
  nameTooShort: ['Enter at least two characters of the name.', 'The search term is too short.'],
  noSuchDate: ['This date does not exist.', 'Day, month and year form no date, for example 31 February.'],
  period: [
    `The period must end on its first day or later, and can have at most ${MAX_PERIOD_DAYS} days.`,
    '`from` is after `to`, or the period is too long.',
  ],
  pageLimit: [
    `The number of items on a page must be a whole number from 1 to ${MAX_PAGE_SIZE}.`,
    '`limit` is out of range.',
  ],
  notAPdf: [
    'The file must be a PDF document.',
    'The content of the file is another one, whatever its name says.',
  ],
  passwordMakeup: [
    'The password must contain at least one letter and one digit.',
    'The password has only letters or only digits.',
  ],
  passwordTooLong: [
    `The password can have at most ${MAX_PASSWORD_CHARACTERS} characters.`,
    'The password is too long.',
  ],
  passwordTooShort: [
    `The password must have at least ${MIN_PASSWORD_CHARACTERS} characters.`,
    'The password is too short.',
  ],
  passwordsDiffer: ['The passwords do not match.', '`passwordConfirmation` is not equal to `password`.'],
  phone: [
    'Enter the phone number in international format, for example +421901234567.',
    'The number does not begin with `+` and a country code, or has other characters.',
  ],
  phoneImpossible: ['Enter a valid phone number.', 'No number of the country has this length.'],
  phoneTaken: ['This phone number is registered already.', 'Another account has the number.'],
  price: [
    'Enter the price in euros, with at most two decimals.',
    'The price is not a number, or has more decimals.',
  ],
  amountTooHigh: [
    'The amount is higher than the amount that can be refunded or settled.',
    'A part of the payment has been refunded or paid out before.',
  ],
  payoutUnsent: [
    'The whole payment cannot be refunded before the payout that is to remain has been sent. Wait until it is sent, or cancel the testimony.',
    'A refund would leave nothing for the payout.',
  ],
  amountRange: [
    `The amount must be from €0.01 to €${groupThousands(MAX_EUROS, ',')}.`,
    '`amount` is out of range.',
  ],
  priceRange: [
    `The price must be from €1 to €${groupThousands(MAX_EUROS, ',')}.`,
    '`price` is out of range.',
  ],
  paymentNotMade: [
    'The payment has not gone through so far, and nothing was charged.',
    'The payment page of `sessionId` is open, and nothing has been paid on it.',
  ],
  properties: [
    `Enter at most ${MAX_PROPERTIES} properties with short names.`,
    '`properties` has too many keys, or a key is too long.',
  ],
  propertyRepeated: [
    'Enter each property only once.',
    'Two keys of `properties` are equal without the blanks around them.',
  ],
  property: [
    `The value must be from 0 to ${MAX_PROPERTY_VALUE}.`,
    'A value of `properties` is out of range.',
  ],
  region: ['This region does not exist.', 'The value is none of the eight codes.'],
  regions: ['Choose at least one region.', '`regions` is missing, empty or too long.'],
  sessionUnusable: [
    'The payment was not found or is not complete.',
    '`sessionId` is unknown, or its payment page has ended or does not match.',
  ],
  shape: [
    'The data has the wrong form.',
    'A text is where an object or a list belongs, or the reverse; or there are more files than file fields.',
  ],
  state: ['This state does not exist.', 'The filter `state` has an unknown value.'],
  text: ['The value must be a text.', 'The value is a number, a list or an object.'],
  underage: [
    `You must be at least ${ADULT_AGE} years old.`,
    `The date of birth is less than ${ADULT_AGE} years ago.`,
  ],
  overdueDays: [`The number of days must be from 0 to ${MAX_OVERDUE_DAYS}.`, '`days` is out of range.'],
  payoutDelayDays: [
    `The number of days must be from 0 to ${MAX_PAYOUT_DELAY_DAYS}.`,
    '`days` is out of range.',
  ],
  oneSearchTerm: ['Enter exactly one search term.', 'Operators search by one value at a time.'],
  otherSize: [
    'The uploaded file has another size than was announced.',
    'Another file was uploaded with the permission. Request a new permission.',
  ],
  testimonyNumber: [
    'A testimony number has eight characters from 0 to 9 and from A to F.',
    'Operators searched for a malformed number.',
  ],
  uploadUnusable: [
    'The uploaded file was not found, has expired or has been used before.',
    'An upload key works once and for an hour. Upload the file again; the client does so itself.',
  ],
  webhookUrl: [
    'Enter the address of a server on the internet that begins with https:// and uses port 443 or 8443.',
    '`url` is malformed or too long, has a user or a fragment, or its host is not public.',
  ],
  frontendUrl: [
    'Enter the address of the frontend, which begins with https:// and has no parameters.',
    '`frontendUrl` is malformed or too long, has a user, a query or a fragment, or is neither https nor, in a sandbox, local.',
  ],
  wholeNumber: ['Enter a whole number.', 'The value is not a whole number.'],
  wrongCode: [
    'The code is wrong or used.',
    '`code` is neither a current code of the app nor an unused recovery code, or was used already.',
  ],
  wrongPassword: ['The current password is wrong.', '`currentPassword` is not the password of the account.'],
  yearOfBirth: [`The year of birth must be ${MIN_YEAR} or later.`, '`year` is too small.'],
  yearTooLarge: ['Enter a valid year.', '`year` is too large.'],
  year: [`The year must be ${MIN_YEAR} or later.`, '`year` is too small.'],
});

declare module '../domain/errors.ts' {
  interface FieldErrorTypes extends Record<ToFieldErrorCode<keyof typeof slovakMessages>, unknown> {}
}

/** Code of a field error by its name: `emailTaken` is `email-taken`. */
type ToFieldErrorCode<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${ToFieldErrorCode<Rest>}`
  : Name;

/**
 * Builds the message for a text that is too long.
 * @param limit must be at least 5, because Slovak uses other noun forms for smaller numbers
 */
export function getTooLongMessage(limit: number): string {
  return `Text môže mať najviac ${limit} znakov.`;
}

export const MISSING_FIELD_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Zadajte e-mailovú adresu.',
  phone: 'Zadajte telefónne číslo.',
  password: 'Zadajte heslo.',
  passwordConfirmation: 'Zopakujte heslo.',
  currentPassword: 'Zadajte súčasné heslo.',
  code: 'Zadajte overovací kód.',
  firstName: 'Zadajte meno.',
  lastName: 'Zadajte priezvisko.',
  nationality: 'Zadajte štátnu príslušnosť.',
  dateOfBirth: 'Zadajte dátum narodenia.',
  day: 'Zadajte deň.',
  month: 'Zadajte mesiac.',
  year: 'Zadajte rok.',
  billingAddress: 'Zadajte fakturačnú adresu.',
  shippingAddress: 'Zadajte dodaciu adresu.',
  line1: 'Zadajte ulicu a číslo.',
  line2: 'Zadajte doplnok adresy.',
  city: 'Zadajte mesto alebo obec.',
  postalCode: 'Zadajte PSČ.',
  country: 'Zadajte krajinu.',
  company: 'Zadajte údaje o firme.',
  taxId: 'Zadajte DIČ.',
  bankAccount: 'Zadajte bankový účet.',
  iban: 'Zadajte IBAN.',
  registrationNumber: 'Zadajte evidenčné číslo znalca.',
  regions: slovakMessages.regions,
  newsletterSubscribed: 'Uveďte, či chcete odoberať novinky.',
  notifyNewTestimonies: 'Uveďte, či chcete dostávať správy o nových posudkoch.',
  termsAgreed: slovakMessages.agreed,
  verificationDocumentFront: 'Nahrajte prednú stranu dokladu totožnosti.',
  verificationDocumentBack: 'Nahrajte zadnú stranu dokladu totožnosti.',
  token: 'Chýba kód z odkazu v e-maile.',
  purpose: 'Vyberte účel.',
  contentType: 'Uveďte typ súboru.',
  size: 'Uveďte veľkosť súboru.',
  approved: 'Uveďte, či má byť znalec schválený.',
  decision: 'Uveďte rozhodnutie.',
  state: 'Uveďte stav.',
  reason: 'Uveďte dôvod.',
  from: 'Uveďte prvý deň obdobia.',
  to: 'Uveďte posledný deň obdobia.',
  kind: 'Uveďte druh úloh.',
  revision: 'Uveďte revíziu, ktorú ste posudzovali.',
  realEstate: 'Opíšte nehnuteľnosť.',
  type: 'Vyberte druh nehnuteľnosti.',
  properties: 'Uveďte vlastnosti nehnuteľnosti.',
  region: 'Vyberte kraj.',
  address: 'Zadajte adresu nehnuteľnosti.',
  parcelNumber: 'Zadajte parcelné číslo.',
  cadastralArea: 'Zadajte katastrálne územie.',
  lat: 'Zadajte zemepisnú šírku.',
  lng: 'Zadajte zemepisnú dĺžku.',
  price: 'Zadajte cenu.',
  amount: 'Zadajte sumu.',
  reference: 'Zadajte číslo alebo označenie platby.',
  daysToComplete: 'Zadajte počet dní.',
  days: 'Zadajte počet dní.',
  outcome: 'Uveďte rozhodnutie.',
  sessionId: 'Chýba označenie platby.',
  url: 'Zadajte adresu.',
  frontendUrl: 'Zadajte adresu frontendu.',
  types: 'Vyberte druhy udalostí.',
  document: 'Nahrajte dokument.',
  turnstileToken: 'Potvrďte, že nie ste robot.',
};

/** English texts for missing fields. */
export const ENGLISH_MISSING_FIELD_MESSAGES: Readonly<Record<string, string>> = {
  email: 'Enter your e-mail address.',
  phone: 'Enter your phone number.',
  password: 'Enter a password.',
  passwordConfirmation: 'Repeat the password.',
  currentPassword: 'Enter your current password.',
  code: 'Enter the code.',
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  nationality: 'Enter your nationality.',
  dateOfBirth: 'Enter your date of birth.',
  day: 'Enter the day.',
  month: 'Enter the month.',
  year: 'Enter the year.',
  billingAddress: 'Enter the billing address.',
  shippingAddress: 'Enter the shipping address.',
  line1: 'Enter the street and number.',
  line2: 'Enter the second line of the address.',
  city: 'Enter the town.',
  postalCode: 'Enter the postal code.',
  country: 'Enter the country.',
  company: 'Enter the details of the company.',
  taxId: 'Enter the tax ID.',
  bankAccount: 'Enter the bank account.',
  iban: 'Enter the IBAN.',
  registrationNumber: 'Enter your registration number.',
  regions: 'Choose at least one region.',
  newsletterSubscribed: 'Say whether you want to receive news.',
  notifyNewTestimonies: 'Say whether you want to receive messages about new testimonies.',
  termsAgreed: 'You must agree to the terms.',
  verificationDocumentFront: 'Upload the front of the identity document.',
  verificationDocumentBack: 'Upload the back of the identity document.',
  token: 'The code from the link in the mail is missing.',
  purpose: 'Choose the purpose.',
  contentType: 'Enter the type of the file.',
  size: 'Enter the size of the file.',
  approved: 'Say whether the expert is to be approved.',
  decision: 'Enter the decision.',
  state: 'Enter the state.',
  reason: 'Enter the reason.',
  from: 'Enter the first day of the period.',
  to: 'Enter the last day of the period.',
  kind: 'Enter the kind of jobs.',
  revision: 'Enter the revision that you reviewed.',
  realEstate: 'Describe the property.',
  type: 'Choose the type of property.',
  properties: 'Enter the features of the property.',
  region: 'Choose a region.',
  address: 'Enter the address of the property.',
  parcelNumber: 'Enter the parcel number.',
  cadastralArea: 'Enter the cadastral area.',
  lat: 'Enter the latitude.',
  lng: 'Enter the longitude.',
  price: 'Enter a price.',
  amount: 'Enter an amount.',
  reference: 'Enter the number or reference of the payment.',
  daysToComplete: 'Enter the number of days.',
  days: 'Enter the number of days.',
  outcome: 'Enter the decision.',
  sessionId: 'The reference of the payment is missing.',
  url: 'Enter the address.',
  frontendUrl: 'Enter the address of the frontend.',
  types: 'Choose the types of events.',
  document: 'Upload the document.',
  turnstileToken: 'Confirm that you are not a robot.',
};

/** English text for a missing field that has no text of its own. */
export const ENGLISH_OTHER_MISSING_FIELD_MESSAGE = 'This field is required.';

/** English text for a text that is too long. `{limit}` is the maximum number of characters. */
export const ENGLISH_TEXT_TOO_LONG_MESSAGE = 'The text can have at most {limit} characters.';

/** Returns the code of a field error by its name. */
export const toFieldErrorCode = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Slovak messages by the codes of their errors. */
export const MESSAGES_BY_CODE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(slovakMessages).map(([name, message]) => [toFieldErrorCode(name), message]),
);

/** Returns the message of an error in the field with this dot path. */
export const getFieldMessage = (code: FieldErrorCode, path = ''): string =>
  MESSAGES_BY_CODE[code] ?? getMissingFieldMessage(path.slice(path.lastIndexOf('.') + 1));

const CODES_BY_MESSAGE: ReadonlyMap<string, string> = new Map(
  Object.entries(MESSAGES_BY_CODE).map(([code, message]) => [message, code]),
);

/**
 * Returns the code of a field error (infra/docs/api/errors.md#field-errors). A message with neither a name nor a limit
 * of characters is about a missing field.
 */
export function getFieldErrorCode(message: string): string {
  const [limit = ''] = /\d+/.exec(message) ?? [];
  return (
    CODES_BY_MESSAGE.get(message) ??
    (message === getTooLongMessage(Number(limit)) ? 'text-too-long' : 'missing')
  );
}

const OTHER_FIELD_MISSING = 'Toto pole je povinné.';

/**
 * Returns the message for a missing field. It depends only on the name of the field itself, not on the objects that
 * contain the field.
 */
export function getMissingFieldMessage(name: string): string {
  return MISSING_FIELD_MESSAGES[name] ?? OTHER_FIELD_MISSING;
}

/**
 * Returns a summary of the errors in all fields: the first message and the number of further messages. Without errors,
 * the summary is an empty string.
 */
export function summarizeErrors(errors: FieldErrors): string {
  const [first = '', ...others] = Object.values(errors).flat();
  return first + formatFurtherErrors(others.length);
}

function formatFurtherErrors(count: number): string {
  if (count === 0) return '';
  if (count === 1) return ' (a 1 ďalšia chyba)';
  return count < 5 ? ` (a ${count} ďalšie chyby)` : ` (a ${count} ďalších chýb)`;
}
