import { expect, it } from 'vitest';
import { findMailbox } from '../../../../lib/domain/limits/mailbox.ts';

it.each([
  ['jana.novakova@gmail.com', 'jananovakova@gmail.com'],
  ['j.a.n.a.novakova+shop@googlemail.com', 'jananovakova@gmail.com'],
  ['jana.novakova+shop+2@znalci.sk', 'jana.novakova@znalci.sk'],
  ['jana.novakova@gmail.com.sk', 'jana.novakova@gmail.com.sk'],
  ['jana@znalci.sk', 'jana@znalci.sk'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(findMailbox(address)).toBe(mailbox);
});
