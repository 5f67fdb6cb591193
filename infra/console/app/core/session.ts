/** Session of this browser tab: the signed-in user, or a guest. */
import { computed, signal } from '@preact/signals';
import type { User } from '../../../client/runtime/index.ts';
import { api, tokenSession } from './api-client.ts';
import { clearDrafts, setDraftOwner } from './drafts.ts';
import { tabStorage } from './storage.ts';

export type Session =
  | { readonly state: 'guest'; readonly ended?: boolean }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'signed-in'; readonly user: User };

export const session = signal<Session>({ state: tokenSession.token() ? 'loading' : 'guest' });

let userLoad = Promise.resolve();
let changeCount = 0;

tokenSession.subscribe(end => {
  tabStorage.removeItem(KNOWN_USER);
  if (!end) {
    // Another tab may have signed in a different user.
    if (session.value.state === 'signed-in') session.value = { state: 'loading' };
    userLoad = refreshUser();
    return;
  }
  // After a rejected token, the same user may sign in again and continue with the drafts.
  if (end !== 'rejected') clearDrafts();
  session.value = { state: 'guest', ended: end === 'rejected' };
});

export const currentUser = computed(() =>
  session.value.state === 'signed-in' ? session.value.user : undefined,
);

export type KnownUser = Pick<User, 'role' | 'firstName' | 'lastName' | 'email'>;

const KNOWN_USER = 'known-user';

/** The signed-in user or, while the account is not loaded, the last user whose account was loaded in this tab. */
export const knownUser = computed((): KnownUser | undefined => {
  if (session.value.state === 'guest') return undefined;
  const last = tabStorage.getObject<KnownUser>(KNOWN_USER);
  return currentUser.value ?? (last.role ? last : undefined);
});

/**
 * Stores a new bearer token and loads the account of the token's user.
 * @param isKept whether the user stays signed in when the tab is closed
 */
export async function startSession(token: string, isKept = false): Promise<void> {
  tokenSession.start(token, isKept);
  await userLoad;
}

/**
 * Replaces the account of the signed-in user after a change. A response to an earlier `refreshUser` is then ignored.
 */
export function replaceUser(user: User): void {
  if (currentUser.value?.id !== user.id) return;
  changeCount += 1;
  session.value = { state: 'signed-in', user };
}

/** Loads the account again. The session ends if the token is no longer valid. */
export async function refreshUser(): Promise<void> {
  const token = tokenSession.token();
  if (!token) return;
  changeCount += 1;
  const change = changeCount;
  try {
    const user = await api.showMe();
    if (tokenSession.token() !== token || changeCount !== change) return;
    setDraftOwner(user.id);
    const { role, firstName, lastName, email } = user;
    tabStorage.setItem(KNOWN_USER, JSON.stringify({ role, firstName, lastName, email }));
    session.value = { state: 'signed-in', user };
  } catch (error) {
    // If the API rejected the token, the session has already ended and must not change to `failed`.
    if (tokenSession.token() === token && session.value.state !== 'signed-in')
      session.value = { state: 'failed', error };
  }
}

/**
 * Runs an action that revokes the token, and ends the session. If another tab starts a new session meanwhile, the new
 * session continues.
 */
export async function endSessionAfter(action: () => Promise<unknown>): Promise<void> {
  const token = tokenSession.token();
  await action();
  if (tokenSession.token() === token) tokenSession.end();
}

/** Revokes the token and ends the session, even if the API cannot be reached. */
export const signOut = (): Promise<void> => tokenSession.signOut(api);
