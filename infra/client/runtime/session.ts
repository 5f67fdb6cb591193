/** Session of a frontend: keeps the bearer token, and ends when the API rejects it. */
import type { ClientOptions } from './options.ts';

/** Part of the browser's `Storage` that a session uses. `localStorage` and `sessionStorage` have it. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Reason for the end of a session: the API rejected the token, the person signed out, or another tab ended it. */
export type SessionEnd = 'rejected' | 'signed-out' | 'other-tab';

export interface SessionOptions {
  /**
   * Storage of the token. `localStorage` is shared by all tabs and outlives the browser, `sessionStorage` belongs to
   * one tab. Without a storage, the token is lost when the user leaves the page.
   */
  readonly storage?: TokenStorage | undefined;
  /** Key of the token in the storage. Default: `token`. */
  readonly key?: string | undefined;
}

export interface ClientSession {
  /** Returns the token; undefined when nobody is signed in. */
  readonly token: () => string | undefined;
  /** Options for `createClient`: the token for each call, and the end of the session when the API rejects the token. */
  readonly options: Pick<ClientOptions, 'onUnauthorized'> & { readonly token: () => string | undefined };
  /** Starts a session with the token that registration or login has returned. */
  readonly start: (token: string) => void;
  /** Ends the session in this browser. The token stays valid; `signOut` also revokes it. */
  readonly end: (reason?: SessionEnd) => void;
  /** Ends the session and revokes the token, if the API can be reached. */
  readonly signOut: (api: { logout(): Promise<unknown> }) => Promise<void>;
  /**
   * Calls a listener after each start and end, including those in other tabs, with the reason of an end.
   * @returns function that removes the listener
   */
  readonly subscribe: (listener: (end: SessionEnd | undefined) => void) => () => void;
}

/** Type of `window` for the event `storage`. It is declared here, because this file is compiled without DOM types. */
interface StorageEvents {
  addEventListener?(
    type: 'storage',
    listener: (event: { key: string | null; newValue: string | null; storageArea: unknown }) => void,
  ): void;
}

/** Creates a session. If the storage already has a token, the session continues. */
export function createSession({ storage, key = 'token' }: SessionOptions = {}): ClientSession {
  let token = readStorage(storage, key);
  const listeners = new Set<(end: SessionEnd | undefined) => void>();

  function setToken(newToken: string | undefined, end?: SessionEnd): void {
    if (newToken === token) return;
    token = newToken;
    for (const listener of [...listeners]) listener(end);
  }

  function start(newToken: string): void {
    writeStorage(storage, key, newToken);
    setToken(newToken);
  }

  function end(reason: SessionEnd = 'signed-out'): void {
    writeStorage(storage, key, undefined);
    setToken(undefined, reason);
  }

  // The browser sends this event to the other tabs only. The key is null when a tab has cleared the whole storage.
  (globalThis as StorageEvents).addEventListener?.(
    'storage',
    ({ key: changedKey, newValue, storageArea }) => {
      if (storageArea !== storage || (changedKey !== key && changedKey !== null)) return;
      setToken(newValue ?? undefined, newValue ? undefined : 'other-tab');
    },
  );

  return {
    token: () => token,
    options: {
      token: () => token,
      // A response to a request of an earlier session does not end the current one.
      onUnauthorized: (_, rejectedToken) => {
        if (rejectedToken === token) end('rejected');
      },
    },
    start,
    end,
    async signOut(api) {
      const revoked = token;
      await api.logout().catch(() => undefined);
      // Somebody may have signed in again in the meantime.
      if (token === revoked) end();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Reads the token. Returns undefined if the browser blocks the storage. */
function readStorage(storage: TokenStorage | undefined, key: string): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes the token. If the browser blocks the storage, the token lasts as long as the page. */
function writeStorage(storage: TokenStorage | undefined, key: string, token: string | undefined): void {
  try {
    if (token) storage?.setItem(key, token);
    else storage?.removeItem(key);
  } catch {
    // Without a storage, the session still works in this page.
  }
}
