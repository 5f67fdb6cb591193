/** What the API answers operators of users of any kind, as people read it. */
import { list } from './text.ts';

/** What matters of a user (contract §2) whoever it is. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly phone: string | null;
}

export const userOutcome = ({ id, email, role, phone }: User) =>
  list([
    ['ID', id],
    ['E-mail', email],
    ['Role', role],
    ['Phone', phone ?? '-'],
  ]);
