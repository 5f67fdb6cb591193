/** Tests of the format and the rotation of the keys that the service creates itself. */
import { describe, expect, it } from 'vitest';
import { createSecretsReader } from '../../../../../lib/platform/aws/secrets/secrets.ts';
import { createSigner } from '../../../../../lib/platform/aws/secrets/signer.ts';
import { parseKeys, validateKeys } from '../../../../../lib/platform/keys.ts';

const OLD = 'o'.repeat(43);
const CURRENT = 'c'.repeat(43);
const UNKNOWN = 'u'.repeat(43);

const signWith = (keys: string) => createSigner('link-keys', async () => keys);

it('parseKeys accepts one key, or two separated by a comma, with blanks around them', () => {
  expect(parseKeys('link-keys', ` ${CURRENT}\n`)).toEqual([CURRENT]);
  expect(parseKeys('link-keys', `${CURRENT}, ${OLD}`)).toEqual([CURRENT, OLD]);
});

it.each<[string, string, string]>([
  ['an empty value', '', 'The secret link-keys has a key with fewer than 32 characters.'],
  ['a short key', `${CURRENT},short`, 'The secret link-keys has a key with fewer than 32 characters.'],
  ['an empty previous key', `${CURRENT},`, 'The secret link-keys has a key with fewer than 32 characters.'],
  ['three keys', [CURRENT, OLD, UNKNOWN].join(), 'The secret link-keys has more than two keys.'],
  ['the same key twice', `${CURRENT},${CURRENT}`, 'The secret link-keys contains the same key twice.'],
])('parseKeys rejects %s without showing it', (_, value, message) => {
  expect(() => parseKeys('link-keys', value)).toThrow(new Error(message));
});

describe('validateKeys at the start of a function', () => {
  const message = 'The secrets link-keys and cursor-keys contain the same key. Each needs its own.';

  it('a function cannot start if two secrets contain the same key, even as the previous key', () => {
    expect(() =>
      validateKeys([
        ['link-keys', `${CURRENT},${OLD}`],
        ['password-peppers', '{}'],
        ['cursor-keys', OLD],
      ]),
    ).toThrow(new Error(message));
  });

  it('a function cannot start if a key is missing in the environment or occurs twice', () => {
    const SECRETS = 'link-keys,cursor-keys,turnstile-secret';

    expect(() => createSecretsReader({ SECRETS, LINK_KEYS: CURRENT })).toThrow(
      'The environment variable CURSOR_KEYS is not set.',
    );
    expect(() => createSecretsReader({ SECRETS, LINK_KEYS: CURRENT, CURSOR_KEYS: CURRENT })).toThrow(message);
  });
});

it('a signer signs with the current key and accepts signatures of the previous one', async () => {
  const rotated = signWith(`${CURRENT},${OLD}`);

  expect(await rotated.sign('text')).toBe(await signWith(CURRENT).sign('text'));
  expect(await rotated.verify('text', await signWith(OLD).sign('text'))).toBe(true);
  expect(await rotated.verify('text', await rotated.sign('text'))).toBe(true);
});

it('a signer rejects signatures of another text, of an unknown key and of a key that was removed', async () => {
  const rotated = signWith(`${CURRENT},${OLD}`);

  expect(await rotated.verify('text', await signWith(UNKNOWN).sign('text'))).toBe(false);
  expect(await rotated.verify('text', await rotated.sign('another text'))).toBe(false);
  expect(await rotated.verify('text', '')).toBe(false);
  expect(await signWith(CURRENT).verify('text', await signWith(OLD).sign('text'))).toBe(false);
});

it('a signer reads the keys again if none matches, because another process may already use a newer key', async () => {
  const reads: (string | undefined)[] = [];
  const signer = createSigner('link-keys', async (_, outdated) => {
    reads.push(outdated);
    return outdated === undefined ? OLD : `${CURRENT},${OLD}`;
  });

  expect(await signer.verify('text', await signWith(CURRENT).sign('text'))).toBe(true);
  expect(reads).toEqual([undefined, OLD]);
});
