/**
 * Session of this browser tab: the signed-in user, or a guest. The token is stored in `sessionStorage`
 * (infra/decisions/0020-console-token.md).
 */
import { computed, signal } from '@preact/signals';
import type { User } from '../../../client/runtime/index.ts';
import { api, tokenSession } from './api-client.ts';
import { clearDrafts, setDraftOwner } from './drafts.ts';

export type Session =
  | { readonly state: 'guest'; readonly ended?: boolean }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'signed-in'; readonly user: User };

export const session = signal<Session>({ state: tokenSession.token() ? 'loading' : 'guest' });

tokenSession.subscribe(end => {
  if (!end) return;
  // After a rejected token, the same user may sign in again and continue with the drafts.
  if (end !== 'rejected') clearDrafts();
  session.value = { state: 'guest', ended: end === 'rejected' };
});

export const currentUser = computed(() =>
  session.value.state === 'signed-in' ? session.value.user : undefined,
);

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
    session.value = { state: 'signed-in', user };
  } catch (error) {
    // If the token was rejected, the session has ended already.
    if (tokenSession.token() && session.value.state !== 'signed-in')
      session.value = { state: 'failed', error };
  }
}

export const endSession = (): void => tokenSession.end();
