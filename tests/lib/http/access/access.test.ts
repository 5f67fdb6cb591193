/**
 * Tests of the access rules for verified and approved users and of their combination (infra/docs/api/conventions.md).
 */
import { describe, expect, it } from 'vitest';
import { createToken } from '../../../../lib/domain/accounts/bearer-tokens.ts';
import type { User } from '../../../../lib/domain/model/accounts/account.ts';
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

/** Applies a rule to a user. Returns the user's role if the rule admits the user, otherwise the error code. */
async function checkAccess<Who extends { user: User }>(
  rule: Access<Who, never>,
  user: User,
  change: object = {},
): Promise<string> {
  const owner = { ...user, ...change };
  const clock = { now: () => new Date() };
  const { token, plaintext } = createToken(owner, {}, { clock, random: systemRandom });
  const tokens = { find: async () => ({ token, owner }), recordUse: async () => {} };
  const request: HttpRequest = { ...createRequest(''), headers: { authorization: `Bearer ${plaintext}` } };
  return rule.authenticate(request, { tokens } as never).then(
    ({ who }) => who.user.role,
    error => error.code,
  );
}

it.each<[string, User, object, string]>([
  ['admits a verified client', CLIENT, {}, 'client'],
  ['rejects an unverified client', CLIENT, { emailVerified: false }, 'unverified'],
  ['rejects a verified expert because of the role', EXPERT, {}, 'wrong-role'],
  ['rejects an unverified expert because of the role', EXPERT, { emailVerified: false }, 'wrong-role'],
])('requireVerifiedEmail(clientOnly) %s', async (_, user, change, outcome) => {
  expect(await checkAccess(requireVerifiedEmail(clientOnly), user, change)).toBe(outcome);
});

it('requireVerifiedEmail(signedInOnly) admits an expert only with a verified e-mail address', async () => {
  expect(await checkAccess(requireVerifiedEmail(signedInOnly), EXPERT)).toBe('expert');
  expect(await checkAccess(requireVerifiedEmail(signedInOnly), EXPERT, { emailVerified: false })).toBe(
    'unverified',
  );
});

describe('requireApproval, the access rule for approved experts', () => {
  const rule = requireApproval(requireVerifiedEmail(expertOnly));

  it.each<[string, User, object, string]>([
    ['admits an approved expert', EXPERT, {}, 'expert'],
    [
      'admits an expert with a verified payment account',
      EXPERT,
      { approval: { ...GRANTED, granted: false, paymentAccountVerified: true } },
      'expert',
    ],
    [
      'rejects an expert without approval',
      EXPERT,
      { approval: { ...GRANTED, granted: false } },
      'unapproved',
    ],
    [
      'rejects an expert with a revoked approval',
      EXPERT,
      { approval: { ...GRANTED, revoked: true } },
      'unapproved',
    ],
    [
      'rejects an unapproved expert because of the unverified e-mail address first',
      EXPERT,
      { emailVerified: false, approval: { ...GRANTED, granted: false } },
      'unverified',
    ],
    ['rejects a client', CLIENT, {}, 'wrong-role'],
  ])('requireApproval(requireVerifiedEmail(expertOnly)) %s', async (_, user, change, outcome) => {
    expect(await checkAccess(rule, user, change)).toBe(outcome);
  });
});

it('authenticate records the use of a token only when the returned meanwhile() is called', async () => {
  const recordedIds: string[] = [];
  const clock = { now: () => new Date('2026-06-15T06:00:00Z') };
  const { token, plaintext } = createToken(EXPERT, {}, { clock, random: systemRandom });
  const tokens = {
    find: async () => ({ token, owner: EXPERT }),
    recordUse: async ({ id }: { id: string }) => void recordedIds.push(id),
  };
  const request = { ...createRequest(''), headers: { authorization: `Bearer ${plaintext}` } };

  const { meanwhile } = await requireApproval(requireVerifiedEmail(expertOnly)).authenticate(request, {
    tokens,
  } as never);
  expect(recordedIds).toEqual([]);
  await meanwhile?.();

  expect(recordedIds).toEqual([token.id]);
});
