import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../../../lib/durations.ts';
import { createSecretsReader } from '../../../../../lib/platform/aws/secrets/secrets.ts';
import { type ReceivedRequest, startFakeServer } from '../../../../support/fake-server.ts';

const environment = {
  AWS_ENDPOINT_URL_SSM: '',
  SECRETS_PATH: '/testimony/sandbox/',
  SECRETS: 'link-keys,turnstile-secret',
};

const KEY = 'k'.repeat(32);
const NEW_KEY = 'n'.repeat(32);
const BOTH_PARAMETERS = {
  '/testimony/sandbox/link-keys': KEY,
  '/testimony/sandbox/turnstile-secret': 'turnstile',
};

afterEach(() => void vi.useRealTimers());

/** Starts a parameter store with the `known` parameters. Calls are numbered from 1; `rejectedCalls` fail. */
async function startParameterStore(known: Record<string, string>, ...rejectedCalls: number[]) {
  const store = await startFakeServer(({ body }, count) => {
    if (rejectedCalls.includes(count))
      return { status: 400, body: JSON.stringify({ __type: 'ParameterPatternMismatchException' }) };
    const { Names } = JSON.parse(body.toString()) as { Names: string[] };
    const found = Names.filter(name => name in known);
    const missing = Names.filter(name => !(name in known));
    const Parameters = found.map(Name => ({ Name, Value: known[Name] }));
    return { status: 200, body: JSON.stringify({ Parameters, InvalidParameters: missing }) };
  });
  environment.AWS_ENDPOINT_URL_SSM = store.url;
  return store;
}

const parseRequest = ({ body }: ReceivedRequest) => JSON.parse(body.toString());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

it('secrets come from the environment when SECRETS_PATH is not set', async () => {
  const secrets = createSecretsReader({ LINK_KEYS: 'local' });

  expect(await secrets('link-keys')).toBe('local');
  await expect(secrets('turnstile-secret')).rejects.toThrow('TURNSTILE_SECRET is not set');
});

it('only the declared secrets are read from SSM, all in one call', async () => {
  const store = await startParameterStore({
    '/testimony/sandbox/link-keys': KEY,
    '/testimony/sandbox/turnstile-secret': 'turnstile',
  });
  const secrets = createSecretsReader(environment);

  expect(
    await Promise.all([secrets('link-keys'), secrets('turnstile-secret'), secrets('link-keys')]),
  ).toEqual([KEY, 'turnstile', KEY]);
  expect(store.calls.map(parseRequest)).toEqual([
    {
      Names: ['/testimony/sandbox/link-keys', '/testimony/sandbox/turnstile-secret'],
      WithDecryption: true,
    },
  ]);
  await expect(secrets('password-peppers')).rejects.toThrow('password-peppers is not configured');
});

it('secrets are read again after five minutes', async () => {
  const known = { ...BOTH_PARAMETERS };
  const store = await startParameterStore(known);
  const secrets = createSecretsReader(environment);
  expect(await secrets('link-keys')).toBe(KEY);
  known['/testimony/sandbox/link-keys'] = NEW_KEY;

  vi.setSystemTime(Date.now() + 5 * MINUTE - 1000);
  expect(await secrets('link-keys')).toBe(KEY);
  vi.setSystemTime(Date.now() + 2000);
  expect(await Promise.all([secrets('link-keys'), secrets('link-keys')])).toEqual([NEW_KEY, NEW_KEY]);

  expect(store.calls).toHaveLength(2);
});

it('secrets are read again, but not repeatedly, when the caller reports an outdated value', async () => {
  const known = { ...BOTH_PARAMETERS };
  const store = await startParameterStore(known);
  const secrets = createSecretsReader(environment);
  await secrets('link-keys');
  known['/testimony/sandbox/link-keys'] = NEW_KEY;
  vi.setSystemTime(Date.now() + 11_000);

  expect(await secrets('link-keys', KEY)).toBe(NEW_KEY);
  expect(await secrets('link-keys', KEY)).toBe(NEW_KEY);
  expect(await secrets('link-keys', NEW_KEY)).toBe(NEW_KEY);

  expect(store.calls).toHaveLength(2);
});

it('the known secrets remain in use while SSM returns errors', async () => {
  const store = await startParameterStore(BOTH_PARAMETERS, 1, 3, 4, 5, 6);
  const secrets = createSecretsReader(environment);
  await expect(secrets('link-keys')).rejects.toThrow();
  expect(await secrets('link-keys')).toBe(KEY);
  vi.setSystemTime(Date.now() + 6 * MINUTE);

  expect(await secrets('link-keys')).toBe(KEY);
  expect(store.calls.length).toBeGreaterThan(2);
});

it('reading secrets fails with the names of two parameters that contain the same key', async () => {
  await startParameterStore({ '/testimony/sandbox/link-keys': KEY, '/testimony/sandbox/log-keys': KEY });
  const secrets = createSecretsReader({ ...environment, SECRETS: 'link-keys,log-keys' });

  await expect(secrets('link-keys')).rejects.toThrow('link-keys and log-keys contain the same key');
  await expect(secrets('log-keys')).rejects.toThrow('link-keys and log-keys contain the same key');
});

it('the error of a failed read of secrets names the parameters that SSM does not have', async () => {
  await startParameterStore({ '/testimony/sandbox/link-keys': KEY });

  await expect(createSecretsReader(environment)('link-keys')).rejects.toThrow(
    'Missing parameters: turnstile-secret',
  );
});
