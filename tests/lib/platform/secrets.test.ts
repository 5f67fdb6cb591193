import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSecrets } from '../../../lib/platform/secrets.ts';
import { type Received, standIn } from '../../support/stand-in.ts';

const environment = { SECRETS_PATH: '/testimony/sandbox/', SECRETS: 'link-key,turnstile-secret' };

afterEach(() => vi.unstubAllEnvs());

/** Knows these parameters; fails the first `failures` times. */
async function parameterStore(known: Record<string, string>, failures = 0) {
  const store = await standIn(({ body }, count) => {
    if (count <= failures)
      return { status: 400, body: JSON.stringify({ __type: 'ParameterPatternMismatchException' }) };
    const { Names } = JSON.parse(body.toString()) as { Names: string[] };
    const found = Names.filter(name => name in known);
    const missing = Names.filter(name => !(name in known));
    const Parameters = found.map(Name => ({ Name, Value: known[Name] }));
    return { status: 200, body: JSON.stringify({ Parameters, InvalidParameters: missing }) };
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', store.url);
  return store;
}

const asked = ({ body }: Received) => JSON.parse(body.toString());

describe('secrets', () => {
  it('come from the environment where there is no path', async () => {
    const secrets = openSecrets({ LINK_KEY: 'local' });

    expect(await secrets('link-key')).toBe('local');
    await expect(secrets('turnstile-secret')).rejects.toThrow('TURNSTILE_SECRET is not set');
  });

  it('are read from SSM once, from the start, only those the function may know', async () => {
    const store = await parameterStore({
      '/testimony/sandbox/link-key': 'key',
      '/testimony/sandbox/turnstile-secret': 'turnstile',
    });
    const secrets = openSecrets(environment);

    expect(
      await Promise.all([secrets('link-key'), secrets('turnstile-secret'), secrets('link-key')]),
    ).toEqual(['key', 'turnstile', 'key']);
    expect(store.calls.map(asked)).toEqual([
      { Names: ['/testimony/sandbox/link-key', '/testimony/sandbox/turnstile-secret'], WithDecryption: true },
    ]);
    await expect(secrets('password-peppers')).rejects.toThrow('password-peppers is not among those');
  });

  it('are asked for again after a failure', async () => {
    const store = await parameterStore(
      { '/testimony/sandbox/link-key': 'key', '/testimony/sandbox/turnstile-secret': 'x' },
      1,
    );
    const secrets = openSecrets(environment);

    await expect(secrets('link-key')).rejects.toThrow();
    expect(await secrets('link-key')).toBe('key');
    expect(store.calls).toHaveLength(2);
  });

  it('that do not exist are named, never guessed', async () => {
    await parameterStore({ '/testimony/sandbox/link-key': 'key' });

    await expect(openSecrets(environment)('link-key')).rejects.toThrow('/testimony/sandbox/turnstile-secret');
  });
});
