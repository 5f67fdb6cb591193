/**
 * English texts and causes of field errors. The Slovak texts, which the API sends, are in `lib/validation/slovak.ts`. The
 * code of a field error is its name there with hyphens: `emailTaken` is `email-taken`.
 */
import type { slovakMessages } from '../../lib/validation/slovak.ts';

interface FieldErrorEntry {
  readonly english: string;
  readonly cause: string;
}

export const FIELD_ERRORS: Readonly<Record<keyof typeof slovakMessages, FieldErrorEntry>> = {
  agreed: { english: 'You must agree to the terms.', cause: '`termsAgreed` is not true.' },
  badLink: {
    english: 'The link is invalid or has expired.',
    cause: 'The signature of a verification link is wrong, or the link is too old. Request another mail.',
  },
  challengeFailed: {
    english: 'The check that you are not a robot failed. Please try again.',
    cause: 'Turnstile rejected `turnstileToken`, or it was used before. Render the widget again.',
  },
  characters: {
    english: 'The text contains characters that are not allowed.',
    cause: 'The text has control characters.',
  },
  choice: { english: 'Choose one of the options.', cause: 'The value is none of the enumeration.' },
  coordinates: {
    english: 'Enter valid geographic coordinates.',
    cause: '`lat` is not from -90 to 90, or `lng` is not from -180 to 180.',
  },
  country: {
    english: 'Enter a two-letter country code of ISO 3166-1, for example SK.',
    cause: 'The country code is not assigned.',
  },
  day: { english: 'The day must be from 1 to 31.', cause: '`day` is out of range.' },
  days: { english: 'The number of days must be from 1 to 365.', cause: '`daysToComplete` is out of range.' },
  email: {
    english: 'Enter a valid e-mail address.',
    cause: 'The value is not an e-mail address with a dotted domain.',
  },
  emailTooLong: {
    english: 'The e-mail address can have at most 255 characters.',
    cause: 'The address is too long, after conversion of its domain to ASCII.',
  },
  emailNotRestorable: {
    english: 'The account has not used this e-mail address in the last 72 hours.',
    cause: 'Operators can restore only a recent address.',
  },
  emailTaken: {
    english: 'This e-mail address is registered already.',
    cause: 'Another account has the address. Offer to sign in or to reset the password.',
  },
  eventId: { english: 'Enter the id of an event.', cause: '`after` is not the id of an event.' },
  eventTypes: {
    english: 'Choose at least one type of event, each at most once.',
    cause: '`types` is empty, too long or names a type twice.',
  },
  file: { english: 'Upload a file.', cause: 'The value is a text and not an upload key.' },
  fileEmpty: { english: 'The file must not be empty.', cause: 'The file has no bytes.' },
  fileTooLarge: {
    english: 'The file can have at most 10 MB.',
    cause: 'The file has more than 10,485,760 bytes.',
  },
  flag: { english: 'The value must be true or false.', cause: 'The value is not a boolean.' },
  iban: {
    english: 'Enter a valid Slovak IBAN: SK and 22 digits.',
    cause: 'The IBAN is malformed or from another country.',
  },
  ibanChecksum: {
    english: 'The check digits of the IBAN do not match. Check whether you entered it correctly.',
    cause: 'A digit is wrong or two are swapped.',
  },
  notAnImage: {
    english: 'The file must be a JPEG or PNG image.',
    cause: 'The content of the file is another one, whatever its name says.',
  },
  idempotencyKeyReused: {
    english: 'This key has been used with another request.',
    cause: 'See [`idempotency-key-reused`](#idempotency-key-reused).',
  },
  mailDomain: {
    english: 'The domain of this e-mail address does not accept mail.',
    cause: 'The domain does not exist or has no mail server. The address probably has a typing error.',
  },
  moment: {
    english: 'Enter a date, or a time with its time zone, for example 2026-11-01 or 2026-11-01T08:00:00Z.',
    cause: '`createdAfter` has another format.',
  },
  month: { english: 'The month must be from 1 to 12.', cause: '`month` is out of range.' },
  nameTooShort: {
    english: 'Enter at least two characters of the name.',
    cause: 'The search term is too short.',
  },
  noSuchDate: {
    english: 'This date does not exist.',
    cause: 'Day, month and year form no date, for example 31 February.',
  },
  period: {
    english: 'The period must end on its first day or later, and can have at most 92 days.',
    cause: '`from` is after `to`, or the period is too long.',
  },
  pageLimit: {
    english: 'The number of items on a page must be a whole number from 1 to 100.',
    cause: '`limit` is out of range.',
  },
  notAPdf: {
    english: 'The file must be a PDF document.',
    cause: 'The content of the file is another one, whatever its name says.',
  },
  passwordMakeup: {
    english: 'The password must contain at least one letter and one digit.',
    cause: 'The password has only letters or only digits.',
  },
  passwordTooLong: {
    english: 'The password can have at most 255 characters.',
    cause: 'The password is too long.',
  },
  passwordTooShort: {
    english: 'The password must have at least 8 characters.',
    cause: 'The password is too short.',
  },
  passwordsDiffer: {
    english: 'The passwords do not match.',
    cause: '`passwordConfirmation` is not equal to `password`.',
  },
  phone: {
    english: 'Enter the phone number in international format, for example +421901234567.',
    cause: 'The number does not begin with `+` and a country code, or has other characters.',
  },
  phoneImpossible: {
    english: 'Enter a valid phone number.',
    cause: 'No number of the country has this length.',
  },
  phoneTaken: {
    english: 'This phone number is registered already.',
    cause: 'Another account has the number.',
  },
  price: {
    english: 'Enter the price in euros, with at most two decimals.',
    cause: 'The price is not a number, or has more decimals.',
  },
  amountTooHigh: {
    english: 'The amount is higher than the amount that can be refunded or settled.',
    cause: 'A part of the payment has been refunded or paid out before.',
  },
  payoutUnsent: {
    english:
      'The whole payment cannot be refunded before the payout that is to remain has been sent. Wait until it is sent, or cancel the testimony.',
    cause: 'A refund would leave nothing for the payout.',
  },
  amountRange: { english: 'The amount must be from €0.01 to €100,000.', cause: '`amount` is out of range.' },
  priceRange: { english: 'The price must be from €1 to €100,000.', cause: '`price` is out of range.' },
  properties: {
    english: 'Enter at most 20 properties with short names.',
    cause: '`properties` has too many keys, or a key is too long.',
  },
  property: {
    english: 'The value must be from 0 to 9999.',
    cause: 'A value of `properties` is out of range.',
  },
  region: { english: 'This region does not exist.', cause: 'The value is none of the eight codes.' },
  regions: { english: 'Choose 1 to 8 regions.', cause: '`regions` is missing, empty or too long.' },
  sessionUnusable: {
    english: 'The payment was not found or is not complete.',
    cause: '`sessionId` is unknown, or the payment was not made.',
  },
  shape: {
    english: 'The data has the wrong form.',
    cause: 'A text is where an object or a list belongs, or the reverse.',
  },
  state: { english: 'This state does not exist.', cause: 'The filter `state` has an unknown value.' },
  text: { english: 'The value must be a text.', cause: 'The value is a number, a list or an object.' },
  underage: {
    english: 'You must be at least 18 years old.',
    cause: 'The date of birth is less than 18 years ago.',
  },
  overdueDays: { english: 'The number of days must be from 0 to 365.', cause: '`days` is out of range.' },
  payoutDelayDays: { english: 'The number of days must be from 0 to 30.', cause: '`days` is out of range.' },
  oneSearchTerm: {
    english: 'Enter exactly one search term.',
    cause: 'Operators search by one value at a time.',
  },
  otherSize: {
    english: 'The uploaded file has another size than was announced.',
    cause: 'Another file was uploaded with the permission. Request a new permission.',
  },
  testimonyNumber: {
    english: 'A testimony number has eight characters from 0 to 9 and from A to F.',
    cause: 'Operators searched for a malformed number.',
  },
  uploadUnusable: {
    english: 'The uploaded file was not found, has expired or has been used before.',
    cause: 'An upload key works once and for an hour. Upload the file again; the client does so itself.',
  },
  webhookUrl: {
    english:
      'Enter the address of a server on the internet that begins with https:// and uses port 443 or 8443.',
    cause:
      'The URL is not absolute, has a user name or a fragment, uses another scheme or port, or names a private host.',
  },
  wholeNumber: { english: 'Enter a whole number.', cause: 'The value is not a whole number.' },
  wrongPassword: {
    english: 'The current password is wrong.',
    cause: '`currentPassword` is not the password of the account.',
  },
  yearOfBirth: { english: 'The year of birth must be 1920 or later.', cause: '`year` is too small.' },
  yearTooLarge: { english: 'Enter a valid year.', cause: '`year` is too large.' },
  year: { english: 'The year must be 1920 or later.', cause: '`year` is too small.' },
};

/** English texts for missing fields, by the name of the field. */
export const MISSING_FIELD_TEXTS: Readonly<Record<string, string>> = {
  email: 'Enter your e-mail address.',
  phone: 'Enter your phone number.',
  password: 'Enter a password.',
  passwordConfirmation: 'Repeat the password.',
  currentPassword: 'Enter your current password.',
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
  regions: 'Choose 1 to 8 regions.',
  newsletterSubscribed: 'Say whether you want to receive news.',
  termsAgreed: 'You must agree to the terms.',
  verificationDocumentFront: 'Upload the front of the identity document.',
  verificationDocumentBack: 'Upload the back of the identity document.',
  token: 'The code from the link in the mail is missing.',
  purpose: 'Enter the purpose.',
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
  document: 'Upload the document.',
  turnstileToken: 'Confirm that you are not a robot.',
};

/** English text for a missing field without a text of its own. */
export const OTHER_FIELD_MISSING = 'This field is required.';

/** English text for a text that is too long. `{limit}` is the maximum number of characters. */
export const TEXT_TOO_LONG = 'The text can have at most {limit} characters.';

/** Returns the code of a field error: `emailTaken` is `email-taken`. */
export const toFieldErrorCode = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
