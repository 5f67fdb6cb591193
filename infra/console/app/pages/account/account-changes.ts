/** Comparison of two states of an account, for a change that was made elsewhere in the meantime. */
import type { User } from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';

/** Fields of an account that its user can change, with their labels. */
export const ACCOUNT_FIELDS = {
  email: 'email',
  phone: 'phone',
  firstName: 'firstName',
  lastName: 'lastName',
  registrationNumber: 'registrationNumber',
  regions: 'regions',
  'billingAddress.line1': 'line1',
  'billingAddress.line2': 'line2',
  'billingAddress.city': 'city',
  'billingAddress.postalCode': 'postalCode',
  'billingAddress.country': 'country',
  'company.businessId': 'company.businessId',
  'company.taxId': 'company.taxId',
  'company.vatId': 'company.vatId',
  'bankAccount.iban': 'iban',
  newsletterSubscribed: 'newsletterSubscribed',
  notifyNewTestimonies: 'notifyNewTestimonies',
} as const satisfies Readonly<Record<string, TextKey>>;

export type AccountField = keyof typeof ACCOUNT_FIELDS;

/** A field with its new value: a text, a list of codes, a boolean, or null when it was removed. */
export interface AccountDifference {
  readonly field: AccountField;
  readonly value: unknown;
}

/** Returns the fields whose values differ, with the values of the newer state. */
export function findAccountDifferences(older: User, newer: User): AccountDifference[] {
  return (Object.keys(ACCOUNT_FIELDS) as AccountField[])
    .map(field => ({ field, before: readPath(older, field), value: readPath(newer, field) }))
    .filter(({ before, value }) => JSON.stringify(before) !== JSON.stringify(value))
    .map(({ field, value }) => ({ field, value }));
}

const readPath = (user: User, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, user);
