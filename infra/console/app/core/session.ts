/**
 * Session of this browser tab: the signed-in user, or a guest. The token is stored in `sessionStorage`
 * (infra/decisions/0020-console-token.md).
 */

import type { User } from '../../../client/runtime/index.ts';
import { api } from './api-client.ts';
import { clearDrafts, setDraftOwner } from './drafts.ts';
import { createStore } from './store.ts';
import { tokenSession } from './token.ts';

export type Session =
  | { readonly state: 'guest'; readonly ended?: boolean }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'signed-in'; readonly user: User };

export const session = createStore<Session>({ state: tokenSession.token() ? 'loading' : 'guest' });

tokenSession.subscribe(end => {
  if (!end) return;
  // After a rejected token, the same user may sign in again and continue with the drafts.
  if (end !== 'rejected') clearDrafts();
  session.set({ state: 'guest', ended: end === 'rejected' });
});

/** Stores a new bearer token and loads the account of the token's user. */
export async function startSession(token: string): Promise<void> {
  tokenSession.start(token);
  await refreshUser();
}

/** Loads the account again. The session ends if the token is no longer valid. */
export async function refreshUser(): Promise<void> {
  if (!tokenSession.token()) return;
  try {
    const user = await api.showMe();
    setDraftOwner(user.id);
    session.set({ state: 'signed-in', user });
  } catch (error) {
    // If the token was rejected, the session has ended already.
    if (tokenSession.token() && session.get().state !== 'signed-in') session.set({ state: 'failed', error });
  }
}

export const endSession = (): void => tokenSession.end();
