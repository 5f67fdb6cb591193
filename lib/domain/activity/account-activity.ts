/** Activity entries for changes to an account. */
import { type Expert, getPaymentAccountState, isApproved, type User } from '../model/accounts/account.ts';
import type { Activity } from '../model/activity/activity.ts';
import type { ActivityType } from '../model/activity/activity-types.ts';

export function listRegistrationActivities(user: User): Activity[] {
  return [createActivity(user, 'account.registered')];
}

export function listAccountActivities(before: User, after: User): Activity[] {
  const verified: ActivityType[] = !before.emailVerified && after.emailVerified ? ['email.verified'] : [];
  const types =
    before.role === 'expert' && after.role === 'expert'
      ? [...verified, ...expertActivityTypes(before, after)]
      : verified;
  return types.map(type => createActivity(after, type));
}

function expertActivityTypes(before: Expert, after: Expert): ActivityType[] {
  const types: ActivityType[] = [];
  const { identityReview } = after;
  if (isApproved(before) !== isApproved(after))
    types.push(isApproved(after) ? 'expert.approved' : 'expert.revoked');
  if (before.identityReview !== identityReview && identityReview !== 'pending')
    types.push(`review.${identityReview}`);
  if (getPaymentAccountState(before) !== getPaymentAccountState(after)) types.push('payment-account.changed');
  return types;
}

const createActivity = ({ id }: User, type: ActivityType): Activity => ({
  userId: id,
  type,
  about: { kind: 'account', id },
  testimonyId: null,
});
