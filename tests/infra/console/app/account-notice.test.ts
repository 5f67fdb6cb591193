/** Tests of the notice about what an account lacks. */
import { expect, it } from 'vitest';
import type { User } from '../../../../infra/client/runtime/index.ts';
import { findAccountNotice } from '../../../../infra/console/app/pages/account/account-notice.ts';
import { CLIENT, EXPERT } from './testimony-states.ts';

it.each<readonly [string, User, string | undefined]>([
  ['a verified client', CLIENT, undefined],
  ['a client with an unverified address', { ...CLIENT, emailVerified: false }, 'unverified.client'],
  ['an expert with an unverified address', { ...EXPERT, emailVerified: false }, 'unverified.expert'],
  ['an expert who lacks nothing', EXPERT, undefined],
  ['a new expert', { ...EXPERT, approved: false, paymentAccount: 'none' }, 'notApproved'],
  [
    'an expert whose approval was revoked',
    { ...EXPERT, approved: false, approvalRevoked: true },
    'approvalRevoked',
  ],
  ['an expert with rejected documents', { ...EXPERT, identityReview: 'rejected' }, 'identityRejected'],
  ['an expert with documents under review', { ...EXPERT, identityReview: 'pending' }, 'identityPending'],
  [
    'an expert with a restricted account for payouts',
    { ...EXPERT, paymentAccount: 'restricted' },
    'paymentAccountRestricted',
  ],
])('the notice about an account names what %s lacks', (_, user, key) => {
  expect(findAccountNotice(user)).toBe(key);
});
