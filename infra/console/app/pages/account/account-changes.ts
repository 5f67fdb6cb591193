/** Comparison of two states of an account, for a change that was made elsewhere in the meantime. */
import type { User } from '../../../../client/runtime/index.ts';

const ACCOUNT_FIELDS = [
  ...['email', 'phone', 'firstName', 'lastName', 'registrationNumber', 'regions'],
  ...['line1', 'line2', 'city', 'postalCode', 'country'].map(part => `billingAddress.${part}`),
  ...['company.businessId', 'company.taxId', 'company.vatId', 'bankAccount.iban'],
  ...['newsletterSubscribed', 'notifyNewTestimonies'],
];

/** A field with its new value: a text, a list of codes, a boolean, or null when it was removed. */
export interface AccountDifference {
  readonly field: string;
  readonly value: unknown;
}

/** Returns the fields whose values differ, with the values of the newer state. */
export function findAccountDifferences(older: User, newer: User): AccountDifference[] {
  return ACCOUNT_FIELDS.map(field => ({ field, value: readPath(newer, field) })).filter(
    ({ field, value }) => JSON.stringify(readPath(older, field)) !== JSON.stringify(value),
  );
}

const readPath = (user: User, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, user);
