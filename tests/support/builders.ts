/**
 * Builders of valid registration bodies, e-mail addresses and phone numbers. A test overrides the field that it checks.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { buildPdf } from './pdf-files.ts';

export type FormBody = FormData;
export type Fields = Readonly<Record<string, unknown>>;

export const PASSWORD = 'Tajné heslo 1';

/** Returns an e-mail address that no other call returns. */
export function uniqueEmail(domain = 'znalci.sk'): string {
  return `${randomUUID()}@${domain}`;
}

/** Returns a Slovak mobile number that no other call returns. */
export function uniquePhone(): string {
  return `+4219${['01', '02', '03', '05', '08', '10', '15', '40', '44', '48'][randomInt(10)]}${String(randomInt(1e6)).padStart(6, '0')}`;
}

/** Returns the fields of an expert's registration without the files. A value of `undefined` omits the field. */
export function expertFields(change: Fields = {}): Record<string, unknown> {
  return {
    email: uniqueEmail(),
    phone: uniquePhone(),
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    firstName: 'Jana',
    lastName: 'Kováčová',
    nationality: 'SK',
    dateOfBirth: { day: 29, month: 2, year: 1980 },
    billingAddress: {
      line1: 'Hlavná 1',
      line2: '2. poschodie',
      city: 'Košice',
      postalCode: '040 01',
      country: 'SK',
    },
    company: { businessId: '12345678', taxId: '2020123456', vatId: null },
    bankAccount: { iban: 'SK31 1200 0000 1987 4263 7541' },
    registrationNumber: '914 567',
    regions: ['ke', 'po'],
    newsletterSubscribed: false,
    termsAgreed: true,
    verificationDocumentFront: createJpeg(),
    verificationDocumentBack: createPng(),
    turnstileToken: 'any',
    ...change,
  };
}

/** Returns the JSON body of a client's registration with the required fields only. */
export function clientBody(change: Fields = {}): object {
  return {
    email: uniqueEmail(),
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    termsAgreed: true,
    ...change,
  };
}

/** Returns a multipart body with the scans of both sides of an identity document. */
export function scansBody(change: Fields = {}): FormBody {
  return toFormData({
    verificationDocumentFront: createJpeg(),
    verificationDocumentBack: createPng(),
    ...change,
  });
}

/** Returns the body of an expert's registration as a browser sends it, with nested objects as JSON text. */
export function expertBody(change: Fields = {}): FormBody {
  return toFormData(expertFields(change));
}

export function toFormData(fields: Fields): FormBody {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value, `${name}.bin`);
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

/** Returns a body with nested objects and lists in bracket notation, as a plain HTML form sends them. */
export function toFlatFields(fields: Fields): FormBody {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields).flatMap(flattenField)) {
    if (value instanceof Blob) form.append(name, value, `${name}.bin`);
    else form.append(name, String(value));
  }
  return form;
}

function flattenField([name, value]: readonly [string, unknown]): (readonly [string, unknown])[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(auditEntry => [`${name}[]`, auditEntry]);
  if (typeof value !== 'object' || value instanceof Blob) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) => flattenField([`${name}[${key}]`, inner]));
}

const JPEG_SIGNATURE = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const PNG_SIGNATURE = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);

export function createJpeg(size = 2000): Blob {
  return new Blob([JPEG_SIGNATURE, Buffer.alloc(size - JPEG_SIGNATURE.length, 7)], { type: 'image/jpeg' });
}

export function createPdf(size = 2000): Blob {
  return new Blob([buildPdf({}, size)], { type: 'application/pdf' });
}

export function createPng(size = 2000): Blob {
  return new Blob([PNG_SIGNATURE, Buffer.alloc(size - PNG_SIGNATURE.length, 7)], { type: 'image/png' });
}
