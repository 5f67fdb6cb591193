/**
 * Who is signed in, in this tab. The token lies in the tab's `sessionStorage`
 * (infra/decisions/0020-console-token.md).
 */

import type { User } from '../../../client/runtime/index.ts';
import { isProblem } from '../../../client/runtime/index.ts';
import { api } from './api-client.ts';
import { createStore } from './store.ts';
import { readToken, storeToken } from './token.ts';

export type Session =
  | { readonly state: 'guest'; readonly ended?: boolean }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'signed-in'; readonly user: User };

export const session = createStore<Session>({ state: readToken() ? 'loading' : 'guest' });

/** With a fresh token: becomes that person. */
export async function startSession(token: string): Promise<void> {
  storeToken(token);
  await refreshUser();
}

/** Reads the account again, where something may have changed it. */
export async function refreshUser(): Promise<void> {
  if (!readToken()) return;
  try {
    session.set({ state: 'signed-in', user: await api.showMe() });
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) endSession({ ended: true });
    else if (session.get().state !== 'signed-in') session.set({ state: 'failed', error });
  }
}

export function endSession({ ended = false } = {}): void {
  storeToken(undefined);
  session.set({ state: 'guest', ended });
}

/** The token is dead, whatever page the visitor is on. */
export function endSessionOn401(status: number, code: string | undefined): void {
  if (status === 401 && code === 'unauthenticated' && session.get().state === 'signed-in')
    endSession({ ended: true });
}
