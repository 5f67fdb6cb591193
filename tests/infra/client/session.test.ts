/** Tests of the session helper and of the options onRetry and onUnauthorized (infra/docs/frontends.md#session). */
import { expect, it } from 'vitest';
import { createClient, createSession, type SessionEnd } from '../../../infra/client/runtime/index.ts';

function createStorage(entries: Record<string, string> = {}) {
  const values = new Map(Object.entries(entries));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Returns a fetch function with fixed responses that records the sent tokens. */
function createFetch(...responses: Response[]) {
  const tokens: (string | undefined)[] = [];
  const fakeFetch: typeof fetch = async (_, { headers } = {}) => {
    tokens.push((headers as Record<string, string>).authorization);
    return responses.shift() ?? new Response(null, { status: 204 });
  };
  return { tokens, fetch: fakeFetch };
}

const createUnauthorized = (code = 'unauthenticated') =>
  new Response('{"message":"Unauthenticated."}', { status: 401, headers: { 'x-error-code': code } });

it('a session keeps the token in the storage and sends it with each call', async () => {
  const storage = createStorage();
  const { fetch, tokens } = createFetch();
  const session = createSession({ storage, key: 'market' });
  const api = createClient({ baseUrl: 'http://x', fetch, ...session.options });

  session.start('u_t|s');
  await api.logout();

  expect(tokens).toEqual(['Bearer u_t|s']);
  expect(Object.fromEntries(storage.values)).toEqual({ market: 'u_t|s' });
  expect(createSession({ storage, key: 'market' }).token(), 'after a reload').toBe('u_t|s');
});

it('a session ends when the API rejects its token', async () => {
  const storage = createStorage({ token: 'u_t|s' });
  const session = createSession({ storage });
  const ends: (SessionEnd | undefined)[] = [];
  session.subscribe(end => ends.push(end));
  const api = createClient({ baseUrl: 'http://x', ...createFetch(createUnauthorized()), ...session.options });

  await expect(api.showMe()).rejects.toMatchObject({ code: 'unauthenticated' });

  expect(ends).toEqual(['rejected']);
  expect([session.token(), storage.values.size]).toEqual([undefined, 0]);
});

it('neither a wrong password nor a rejected token of an earlier session ends a session', async () => {
  const session = createSession({ storage: createStorage({ token: 'old' }) });
  const responses = [createUnauthorized('wrong-credentials'), createUnauthorized()];
  const api = createClient({ baseUrl: 'http://x', ...createFetch(...responses), ...session.options });

  await api.login({ body: { email: 'a@b.sk', password: 'x' } }).catch(() => {});
  const call = api.showMe().catch(() => {});
  session.start('new');
  await call;

  expect(session.token()).toBe('new');
});

it('signOut revokes the token and ends the session even if the API cannot be reached', async () => {
  const { fetch, tokens } = createFetch();
  const session = createSession();
  const api = createClient({ baseUrl: 'http://x', fetch, ...session.options });

  session.start('one');
  await session.signOut(api);
  session.start('two');
  await session.signOut({ logout: () => Promise.reject(new Error('offline')) });

  expect([session.token(), tokens]).toEqual([undefined, ['Bearer one']]);
});

it('signOut does not end a session that began while the token was revoked', async () => {
  const session = createSession();
  session.start('one');
  const { promise: revoked, resolve } = Promise.withResolvers<void>();

  const signedOut = session.signOut({ logout: () => revoked });
  session.start('two');
  resolve();
  await signedOut;

  expect(session.token()).toBe('two');
});
