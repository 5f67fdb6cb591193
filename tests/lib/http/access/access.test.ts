/** The rules that no route of accounts uses yet, and how rules wrap one another (infra/docs/api/conventions.md). */
import { describe, expect, it } from 'vitest';
import { createToken } from '../../../../lib/domain/accounts/sign-in.ts';
import type { User } from '../../../../lib/domain/model/account.ts';
import {
  type Access,
  clientOnly,
  expertOnly,
  requireApproval,
  requireVerifiedEmail,
  signedInOnly,
} from '../../../../lib/http/access/access.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';
import { systemRandom } from '../../../../lib/platform/system.ts';
import { createRequest } from '../../../support/create-request.ts';

const GRANTED = { paymentAccountVerified: false, granted: true, revoked: false };
const CLIENT = { id: systemRandom.uuid(), role: 'client', emailVerified: true, credentialEpoch: 1 } as User;
const EXPERT = { ...CLIENT, role: 'expert', approval: GRANTED } as User;

/** What the rule says to this user: the role when it lets them in, else the reason why not. */
async function checkAccess<Who extends { user: User }>(
  rule: Access<Who, never>,
  user: User,
  change: object = {},
): Promise<string> {
  const owner = { ...user, ...change };
  const clock = { now: () => new Date() };
  const { token, plaintext } = createToken(owner, undefined, { clock, random: systemRandom });
  const tokens = { find: async () => ({ token, owner }), touch: async () => {} };
  const request: HttpRequest = { ...createRequest(''), headers: { authorization: `Bearer ${plaintext}` } };
  return rule.authenticate(request, { tokens } as never).then(
    ({ who }) => who.user.role,
    error => error.code,
  );
}

describe('verified', () => {
  it.each<[string, User, object, string]>([
    ['a verified client', CLIENT, {}, 'client'],
    ['an unverified client', CLIENT, { emailVerified: false }, 'unverified'],
    ['a verified expert, whose role is wrong', EXPERT, {}, 'wrong-role'],
    [
      'an unverified expert, whose address is looked at first',
      EXPERT,
      { emailVerified: false },
      'unverified',
    ],
  ])('verified(asClient) admits only verified clients: %s', async (_, user, change, outcome) => {
    expect(await checkAccess(requireVerifiedEmail(clientOnly), user, change)).toBe(outcome);
  });

  it('verified(signedIn) admits any user with a verified address', async () => {
    expect(await checkAccess(requireVerifiedEmail(signedInOnly), EXPERT)).toBe('expert');
    expect(await checkAccess(requireVerifiedEmail(signedInOnly), EXPERT, { emailVerified: false })).toBe(
      'unverified',
    );
  });
});

describe('approved', () => {
  const rule = requireApproval(requireVerifiedEmail(expertOnly));

  it.each<[string, User, object, string]>([
    ['an approved expert', EXPERT, {}, 'expert'],
    [
      'one with a verified account',
      EXPERT,
      { approval: { ...GRANTED, granted: false, paymentAccountVerified: true } },
      'expert',
    ],
    ['one without approval', EXPERT, { approval: { ...GRANTED, granted: false } }, 'unapproved'],
    ['one whose approval was revoked', EXPERT, { approval: { ...GRANTED, revoked: true } }, 'unapproved'],
    [
      'one who is neither verified nor approved',
      EXPERT,
      { emailVerified: false, approval: { ...GRANTED, granted: false } },
      'unverified',
    ],
    ['a client', CLIENT, {}, 'wrong-role'],
  ])('approved(verified(asExpert)) admits approved experts only: %s', async (_, user, change, outcome) => {
    expect(await checkAccess(rule, user, change)).toBe(outcome);
  });
});

describe('wrapped access rules', () => {
  it('records the use of the token only when the returned meanwhile() runs', async () => {
    const touched: string[] = [];
    const clock = { now: () => new Date('2026-06-15T06:00:00Z') };
    const { token, plaintext } = createToken(EXPERT, undefined, { clock, random: systemRandom });
    const tokens = {
      find: async () => ({ token, owner: EXPERT }),
      touch: async ({ id }: { id: string }) => void touched.push(id),
    };
    const request = { ...createRequest(''), headers: { authorization: `Bearer ${plaintext}` } };

    const { meanwhile } = await requireApproval(requireVerifiedEmail(expertOnly)).authenticate(request, {
      tokens,
    } as never);
    expect(touched).toEqual([]);
    await meanwhile?.();

    expect(touched).toEqual([token.id]);
  });
});
