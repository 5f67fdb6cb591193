/**
 * Session of the console with its bearer token (infra/decisions/0020-console-token.md). The token is stored either for
 * this tab only or for all tabs of the browser. At any time, a tab uses only one of the two storages.
 */
import {
  type ClientSession,
  createSession,
  type SessionEnd,
  type TokenStorage,
} from '../../../client/runtime/index.ts';

/** Session whose token the user may keep in this browser. */
interface TokenSession extends Pick<ClientSession, 'token' | 'options' | 'signOut'> {
  /** Starts a session. @param isKept whether the token is stored until the user signs out */
  start(token: string, isKept: boolean): void;
  /** Ends the session in this tab and, if the token was shared, in all others. */
  end(): void;
  /** Calls a listener after each start and end, with the reason of an end. */
  subscribe(listener: (end: SessionEnd | undefined) => void): void;
}

export function createTokenSession(
  tabStorage: TokenStorage | undefined,
  browserStorage: TokenStorage | undefined,
): TokenSession {
  const tab = createSession({ storage: tabStorage });
  const browser = createSession({ storage: browserStorage });
  let current = tab.token() ? tab : browser;
  return {
    token: () => current.token(),
    options: {
      token: () => current.token(),
      onUnauthorized: (problem, token) => current.options.onUnauthorized?.(problem, token),
    },
    start(token, isKept) {
      current = isKept ? browser : tab;
      current.start(token);
    },
    end: () => current.end(),
    signOut: api => current.signOut(api),
    subscribe(listener) {
      for (const each of [tab, browser]) {
        each.subscribe(end => {
          if (each === current) listener(end);
        });
      }
    },
  };
}
