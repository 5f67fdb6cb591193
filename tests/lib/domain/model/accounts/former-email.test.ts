/** Tests of the reservation of former e-mail addresses (infra/docs/api/accounts.md#changing-the-account). */
import { expect, it } from 'vitest';
import type { Client } from '../../../../../lib/domain/model/accounts/account.ts';
import { reserveFormerEmail } from '../../../../../lib/domain/model/accounts/former-email.ts';

const START = Date.parse('2026-06-15T10:00:00.000Z');

/**
 * Changes the verified address of an account to address 1, 2, …, with the given number of minutes between two changes.
 */
function changeAddresses(times: number, minutes: number): Client {
  let user = { email: '0@znalci.sk', emailVerified: true } as Client;
  for (let move = 1; move <= times; move++) {
    const emailSince = new Date(START + move * minutes * 60_000).toISOString();
    const next = { ...user, email: `${move}@znalci.sk`, emailVerified: true, emailSince };
    user = reserveFormerEmail(user, next).after as Client;
  }
  return user;
}

const listAddresses = ({ formerEmails = [] }: Client) => formerEmails.map(({ email }) => email);

it('an account remembers its first twenty former addresses', () => {
  const addresses = listAddresses(changeAddresses(40, 1));

  expect(addresses).toEqual(Array.from({ length: 20 }, (_, number) => `${number}@znalci.sk`));
});

it('an account drops former addresses that are no longer reserved', () => {
  expect(listAddresses(changeAddresses(4, 36 * 60))).toEqual(['2@znalci.sk', '3@znalci.sk']);
});
