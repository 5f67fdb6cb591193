/**
 * Actions that a user may take on a testimony (infra/docs/api/testimonies.md). Listing actions and checking requests
 * use the same rules, so a listed action is rejected only if something has changed since.
 */
import { isApproved, type User } from '../model/account.ts';
import {
  canTransition,
  isAssigned,
  isOwner,
  isParty,
  type Offer,
  type Testimony,
} from '../model/testimony.ts';
import { canComplain, canConfirm } from './complaints.ts';
import { canDeliver } from './delivery.ts';
import { canCancelOverdue } from './overdue-cancellation.ts';

/** All actions, in the order in which responses list them (infra/docs/api/testimonies.md#testimony). */
export const ACTIONS = [
  ...(['offer', 'withdraw', 'checkout', 'cancel', 'complete', 'download'] as const),
  ...(['confirm', 'complain'] as const),
] as const;

export type TestimonyAction = (typeof ACTIONS)[number];

/** Rule for one action. `offers` are the offers visible to the user; an expert sees only their own. */
type Rule = (testimony: Testimony, user: User, offers: readonly Offer[], now: Date) => boolean;

const hasOpen = (offers: readonly Offer[]) => offers.some(({ state }) => state === 'open');

const RULES: Readonly<Record<TestimonyAction, Rule>> = {
  offer: (testimony, user, offers) =>
    user.role === 'expert' &&
    isApproved(user) &&
    user.regions.includes(testimony.realEstate.region) &&
    canTransition('offer', testimony) &&
    !hasOpen(offers),
  withdraw: (testimony, user, offers) =>
    user.role === 'expert' && canTransition('offer', testimony) && hasOpen(offers),
  checkout: (testimony, user, offers) =>
    isOwner(testimony, user) && canTransition('accept', testimony) && hasOpen(offers),
  cancel: (testimony, user, _, now) =>
    isOwner(testimony, user) && (canTransition('cancel', testimony) || canCancelOverdue(testimony, now)),
  complete: (testimony, user) => isAssigned(testimony, user) && canDeliver(testimony),
  download: (testimony, user) => isParty(testimony, user) && testimony.document !== null,
  confirm: (testimony, user, _, now) => isOwner(testimony, user) && canConfirm(testimony, now),
  complain: (testimony, user, _, now) => isOwner(testimony, user) && canComplain(testimony, now),
};

/** Actions that do not require a verified e-mail address. */
const WITHOUT_ADDRESS: ReadonlySet<TestimonyAction> = new Set(['withdraw']);

export function allowedActions(
  testimony: Testimony,
  user: User,
  offers: readonly Offer[],
  now: Date,
): TestimonyAction[] {
  return ACTIONS.filter(
    action =>
      (user.emailVerified || WITHOUT_ADDRESS.has(action)) && RULES[action](testimony, user, offers, now),
  );
}
