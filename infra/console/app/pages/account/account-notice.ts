import type { User } from '../../../../client/runtime/index.ts';

/**
 * Returns the key of the text about the first requirement that an account does not meet, or undefined if it meets all.
 */
export function findAccountNotice(user: User) {
  if (!user.emailVerified) return `unverified.${user.role}` as const;
  if (user.role === 'client') return undefined;
  if (user.approvalRevoked) return 'approvalRevoked';
  if (user.identityReview === 'rejected') return 'identityRejected';
  if (!user.approved) return 'notApproved';
  if (user.identityReview === 'pending') return 'identityPending';
  return user.paymentAccount === 'restricted' ? 'paymentAccountRestricted' : undefined;
}
