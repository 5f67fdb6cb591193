import bcrypt from 'bcryptjs';
import { afterEach, expect, it, vi } from 'vitest';
import { bcryptPasswordHasher } from '../../../lib/platform/passwords.ts';

const environment = { PASSWORD_HASH_COST: '5' };
const createPasswords = (peppers: object) =>
  bcryptPasswordHasher(environment, async () => JSON.stringify(peppers));
const passwords = createPasswords({ 1: 'one' });

afterEach(() => vi.restoreAllMocks());

it('a password hash is bcrypt of an HMAC, with the configured cost and the version of the pepper', async () => {
  const hash = vi.spyOn(bcrypt, 'hash');

  expect(await passwords.hash('Tajné heslo 1')).toEqual({
    hash: expect.stringMatching(/^\$2b\$05\$.{53}$/),
    pepper: '1',
  });
  expect(hash.mock.calls[0]?.[0]).toMatch(/^[A-Za-z0-9+/]{64}$/);
});

it('two hashes of a password differ, but both match only this password', async () => {
  const [one, two] = [await passwords.hash('heslo 1'), await passwords.hash('heslo 1')];

  expect(one.hash).not.toBe(two.hash);
  expect(await passwords.matches('heslo 1', one)).toBe(true);
  expect(await passwords.matches('heslo 2', one)).toBe(false);
  expect(await passwords.matches('heslo 1\0', one)).toBe(false);
});

it.each([
  ['beyond 72 bytes', 'a'.repeat(72), 'a'.repeat(73)],
  ['after a zero byte', 'abc\0def', 'abc\0xyz'],
  ['beyond 72 bytes of accented letters', 'á'.repeat(200), `${'á'.repeat(199)}é`],
])('a password hash does not match a password that differs %s', async (_, password, other) => {
  expect(await passwords.matches(other, await passwords.hash(password))).toBe(false);
});

it('a new password hash uses the newest pepper while hashes with older peppers still match', async () => {
  const old = await passwords.hash('heslo 1');
  const both = createPasswords({ 1: 'one', 2: 'two', 10: 'ten' });

  expect((await both.hash('heslo 1')).pepper).toBe('10');
  expect(await both.matches('heslo 1', old)).toBe(true);
  expect(await both.matches('heslo 1', { ...old, pepper: '2' })).toBe(false);
});

it.each<[string, object, number, boolean]>([
  ['a hash of this cost and the newest pepper is current', { 1: 'one' }, 5, false],
  ['a hash of a lower cost is outdated', { 1: 'one' }, 6, true],
  ['a hash of a higher cost is current', { 1: 'one' }, 4, false],
  ['a hash of an older pepper is outdated', { 1: 'one', 2: 'two' }, 5, true],
])(
  'a password hash is outdated or not, depending on its cost and pepper: %s',
  async (_, peppers, cost, outdated) => {
    const hash = await passwords.hash('heslo 1');
    const today = bcryptPasswordHasher({ PASSWORD_HASH_COST: String(cost) }, async () =>
      JSON.stringify(peppers),
    );

    expect(await today.isOutdated(hash)).toBe(outdated);
  },
);

it('the peppers are read again if a password hash uses an unknown newer one', async () => {
  const newer = await createPasswords({ 1: 'one', 2: 'two' }).hash('heslo 1');
  const [before, after] = ['{"1":"one"}', '{"1":"one","2":"two"}'];
  const secrets = vi.fn(async (_: string, outdated?: string) => (outdated === before ? after : before));

  expect(await bcryptPasswordHasher(environment, secrets).matches('heslo 1', newer)).toBe(true);
  expect(secrets.mock.calls).toEqual([['password-peppers'], ['password-peppers', before]]);
});

it('a password hash whose pepper is missing causes an error, not a mismatch', async () => {
  await expect(createPasswords({ 2: 'two' }).matches('x', await passwords.hash('x'))).rejects.toThrow(
    'pepper',
  );
});

it('a missing password hash takes the same work as a wrong password and never matches', async () => {
  const compare = vi.spyOn(bcrypt, 'compare');

  expect(await passwords.matches('heslo 1', await passwords.hash('heslo 2'))).toBe(false);
  expect(await passwords.matches('heslo 1', undefined)).toBe(false);

  const hashes = compare.mock.calls.map(([, hash]) => hash);
  expect(hashes.map(hash => [hash.length, bcrypt.getRounds(hash)])).toEqual([
    [60, 5],
    [60, 5],
  ]);
});
