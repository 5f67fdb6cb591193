import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createToken, findCaller, recordTokenUse } from '../../../../lib/domain/accounts/bearer-tokens.ts';
import type { User } from '../../../../lib/domain/model/accounts/account.ts';
import type { Token } from '../../../../lib/domain/model/accounts/credentials.ts';
import { systemRandom } from '../../../../lib/platform/system.ts';

const clock = { now: () => new Date('2026-06-15T10:00:00Z') };
const owner = { id: systemRandom.uuid(), credentialEpoch: 3 } as User;

const createTestToken = (userAgent?: string) =>
  createToken(owner, { ...(userAgent && { userAgent }) }, { clock, random: systemRandom });

/** Creates a store with one token. The store records the id of each token that is looked up. */
function createTokenStore(token: Token) {
  const requestedIds: string[] = [];
  const find = async (userId: string, tokenId: string) => {
    requestedIds.push(tokenId);
    return userId === owner.id && tokenId === token.id ? { token, owner } : undefined;
  };
  return { requestedIds, tokens: { find } as never };
}

it('createToken returns the token in plaintext and a record with only its SHA-256 hash', () => {
  const { token, plaintext } = createTestToken('curl/8');
  const [ids, secret = ''] = plaintext.split('|');

  expect(ids).toBe(`${owner.id}_${token.id}`);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(token).toEqual({
    id: token.id,
    userId: owner.id,
    secretHash: createHash('sha256').update(secret).digest('hex'),
    credentialEpoch: 3,
    createdAt: '2026-06-15T10:00:00.000Z',
    lastUsedAt: '2026-06-15T10:00:00.000Z',
    userAgent: 'curl/8',
  });
});

it('createToken never creates the same secret twice', () => {
  expect(new Set(Array.from({ length: 100 }, () => createTestToken().plaintext.split('|')[1])).size).toBe(
    100,
  );
});

it('createToken truncates the user agent to 255 characters', () => {
  expect(createTestToken('x'.repeat(10_000)).token.userAgent).toHaveLength(255);
  expect(createTestToken().token.userAgent).toBeNull();
});

it('findCaller returns the owner of the token as the caller', async () => {
  const { token, plaintext } = createTestToken();

  expect(await findCaller(`Bearer ${plaintext}`, createTokenStore(token))).toEqual({ user: owner, token });
});

it('findCaller returns no caller after the credentials have changed', async () => {
  const { token, plaintext } = createTestToken();

  expect(
    await findCaller(`Bearer ${plaintext}`, createTokenStore({ ...token, credentialEpoch: 2 })),
  ).toBeUndefined();
});

it.each([undefined, '', 'Bearer', 'Bearer x|y', `Bearer ${'x'.repeat(10_000)}`])(
  'findCaller returns no caller for the Authorization header %j without reading the token store',
  async header => {
    const known = createTokenStore(createTestToken().token);

    expect(await findCaller(header, known)).toBeUndefined();
    expect(known.requestedIds).toEqual([]);
  },
);

it.each([
  ['exactly one hour ago', 3600_000, 1],
  ['one millisecond less than an hour ago', 3599_999, 0],
])('recordTokenUse records a use at most once an hour (last use: %s)', async (_, elapsed, times) => {
  const { token } = createTestToken();
  const notes: Date[] = [];
  const tokens = { recordUse: async (_: Token, when: Date) => void notes.push(when) } as never;
  const now = new Date(clock.now().getTime() + elapsed);

  await recordTokenUse(token, now, { tokens });

  expect(notes).toEqual(Array(times).fill(now));
});
