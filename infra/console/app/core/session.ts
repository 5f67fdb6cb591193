/**
 * Session of this browser tab: the signed-in user, or a guest. The token is stored in `sessionStorage`
 * (infra/decisions/0020-console-token.md).
 */

import type { User } from '../../../client/runtime/index.ts';
import { isProblem } from '../../../client/runtime/index.ts';
import { clearDrafts, setDraftOwner } from '../forms/draft.ts';
import { api } from './api-client.ts';
import { createStore } from './store.ts';
import { readToken, storeToken } from './token.ts';

export type Session =
  | { readonly state: 'guest'; readonly ended?: boolean }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'signed-in'; readonly user: User };

export const session = createStore<Session>({ state: readToken() ? 'loading' : 'guest' });

/** Stores a new bearer token and loads the account of the token's user. */
export async function startSession(token: string): Promise<void> {
  storeToken(token);
  await refreshUser();
}

/** Loads the account again, and ends the session if the token is no longer valid. */
export async function refreshUser(): Promise<void> {
  if (!readToken()) return;
  try {
    const user = await api.showMe();
    setDraftOwner(user.id);
    session.set({ state: 'signed-in', user });
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) endSession({ ended: true });
    else if (session.get().state !== 'signed-in') session.set({ state: 'failed', error });
  }
}

/** @param ended whether the token became invalid; the same user may sign in again and continue with the drafts */
export function endSession({ ended = false } = {}): void {
  storeToken(undefined);
  if (!ended) clearDrafts();
  session.set({ state: 'guest', ended });
}

/** Ends the session if the status and the error code of a response say that the token is invalid. */
export function endSessionOn401(status: number, code: string | undefined): void {
  if (status === 401 && code === 'unauthenticated' && session.get().state === 'signed-in')
    endSession({ ended: true });
}
