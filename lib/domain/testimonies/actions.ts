/**
 * Actions that a user may take on a testimony (infra/docs/api/testimonies.md). Listing actions and checking requests
 * use the same rules about money (infra/docs/api/payments.md#table-of-states), so a listed action is rejected only if
 * something has changed since.
 */
import { isApproved, type User } from '../model/accounts/account.ts';
import type { Offer } from '../model/offers/offer.ts';
import {
  isAssigned,
  isInReachOf,
  isOwner,
  TESTIMONY_ACTIONS,
  type Testimony,
  type TestimonyAction,
} from '../model/testimonies/testimony.ts';
import { canAct } from '../money/money-rules.ts';
import { canComplain, canConfirm } from './complaints.ts';
import { canDeliver } from './delivery.ts';
import { canCancel } from './paid-cancellation.ts';

/**
 * Rule for one action, which includes the rules about money. `offers` are the offers that are visible to the user.
 * Experts see only their own offers.
 */
type Rule = (testimony: Testimony, user: User, offers: readonly Offer[], now: Date) => boolean;

const hasOpen = (offers: readonly Offer[]) => offers.some(({ state }) => state === 'open');

const RULES: Readonly<Record<TestimonyAction, Rule>> = {
  offer: (testimony, user, offers) =>
    user.role === 'expert' &&
    isApproved(user) &&
    isInReachOf(testimony, user) &&
    canAct(testimony, 'expert', 'offer') &&
    !hasOpen(offers),
  withdraw: (testimony, user, offers) =>
    user.role === 'expert' && canAct(testimony, 'expert', 'withdraw') && hasOpen(offers),
  checkout: (testimony, user, offers) => isOpenToParty(testimony, user, 'checkout') && hasOpen(offers),
  cancel: (testimony, user, _, now) => isOpenToParty(testimony, user, 'cancel') && canCancel(testimony, now),
  complete: (testimony, user) => isOpenToParty(testimony, user, 'complete') && canDeliver(testimony),
  download: (testimony, user) =>
    isOpenToParty(testimony, user, 'download') &&
    testimony.document !== null &&
    testimony.documentCheck !== 'infected',
  confirm: (testimony, user, _, now) =>
    isOpenToParty(testimony, user, 'confirm') && canConfirm(testimony, now),
  complain: (testimony, user, _, now) =>
    isOpenToParty(testimony, user, 'complain') && canComplain(testimony, now),
};

const isOpenToParty = (testimony: Testimony, user: User, action: TestimonyAction): boolean =>
  (isOwner(testimony, user) && canAct(testimony, 'client', action)) ||
  (isAssigned(testimony, user) && canAct(testimony, 'expert', action));

/** Actions that do not require a verified e-mail address. */
const WITHOUT_ADDRESS: ReadonlySet<TestimonyAction> = new Set(['withdraw']);

export function listAllowedActions(
  testimony: Testimony,
  user: User,
  offers: readonly Offer[],
  now: Date,
): TestimonyAction[] {
  return TESTIMONY_ACTIONS.filter(
    action =>
      (user.emailVerified || WITHOUT_ADDRESS.has(action)) && RULES[action](testimony, user, offers, now),
  );
}
