import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createToken, findCaller, recordTokenUse } from '../../../../lib/domain/accounts/sign-in.ts';
import type { Token, User } from '../../../../lib/domain/model/account.ts';
import { systemRandom } from '../../../../lib/platform/system.ts';

const clock = { now: () => new Date('2026-06-15T10:00:00Z') };
const owner = { id: systemRandom.uuid(), credentialEpoch: 3 } as User;

const mint = (userAgent?: string) => createToken(owner, userAgent, { clock, random: systemRandom });

/** Knows one token, and counts how often it is asked. */
function holding(token: Token) {
  const asked: string[] = [];
  const find = async (userId: string, tokenId: string) => {
    asked.push(tokenId);
    return userId === owner.id && tokenId === token.id ? { token, owner } : undefined;
  };
  return { asked, tokens: { find } as never };
}

describe('a new token', () => {
  it('is shown once and kept as SHA-256', () => {
    const { token, plaintext } = mint('curl/8');
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

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 100 }, () => mint().plaintext.split('|')[1])).size).toBe(100);
  });

  it('keeps no more of the user agent than fits on a line', () => {
    expect(mint('x'.repeat(10_000)).token.userAgent).toHaveLength(255);
    expect(mint().token.userAgent).toBeNull();
  });
});

describe('the caller behind a header', () => {
  it('is the owner of the token', async () => {
    const { token, plaintext } = mint();

    expect(await findCaller(`Bearer ${plaintext}`, holding(token))).toEqual({ user: owner, token });
  });

  it('is nobody once the credentials have changed', async () => {
    const { token, plaintext } = mint();

    expect(
      await findCaller(`Bearer ${plaintext}`, holding({ ...token, credentialEpoch: 2 })),
    ).toBeUndefined();
  });

  it.each([undefined, '', 'Bearer', 'Bearer x|y', `Bearer ${'x'.repeat(10_000)}`])(
    'is nobody for %j, and nothing is read for it',
    async header => {
      const known = holding(mint().token);

      expect(await findCaller(header, known)).toBeUndefined();
      expect(known.asked).toEqual([]);
    },
  );
});

describe('the use of a token', () => {
  it.each([
    ['an hour ago', 3600_000, 1],
    ['a moment less', 3599_999, 0],
  ])('is noted when it was last used %s', async (_, elapsed, times) => {
    const { token } = mint();
    const notes: Date[] = [];
    const tokens = { touch: async (_: Token, when: Date) => void notes.push(when) } as never;
    const now = new Date(clock.now().getTime() + elapsed);

    await recordTokenUse(token, now, { tokens });

    expect(notes).toEqual(Array(times).fill(now));
  });
});
