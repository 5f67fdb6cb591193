/**
 * Closing of an account (infra/docs/api/accounts.md#closing-the-account). The jobs that erase the remaining data
 * (`erasure.ts`) are added in the same transaction.
 */
import { MINUTE } from '../../durations.ts';
import { createRegionListsJobs } from '../accounts/region-lists.ts';
import { auditChanges, createJob, createJournalJob, jobsAdded } from '../changes.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { Caller } from '../model/accounts/credentials.ts';
import { hasReservedEmail } from '../model/accounts/former-email.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import type { Job } from '../model/jobs/job.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import { isOwner, isParty, type Testimony } from '../model/testimonies/testimony.ts';
import { canClose, readMoneyState } from '../money/money-rules.ts';
import { endSession } from '../payments/checkout/session-sync.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<
  Dependencies,
  | 'accounts'
  | 'checkouts'
  | 'clock'
  | 'payments'
  | 'payoutLimits'
  | 'random'
  | 'accountEraser'
  | 'testimonies'
  | 'unitOfWork'
>;

/** Errors of an account that cannot be closed yet. */
export const CLOSING_ERRORS: readonly ErrorCode[] = [
  'former-email-reserved',
  'work-unfinished',
  'money-under-way',
];

/** Delay of the second erasure. Every request that was running when the account was closed ends within this delay. */
const UNDER_WAY_MS = 9 * MINUTE;

/**
 * Closes the caller's account. A concurrent request that makes the user a party to a testimony also raises the user's
 * party count. The commit then fails, and the checks run again.
 * @throws DomainError `work-unfinished` while a testimony is accepted and not completed
 * @throws DomainError `money-under-way` while a refund, a payout, a dispute or a complaint is open
 * @throws DomainError `former-email-reserved` while operators can restore a former e-mail address
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export async function closeAccount({ user, token }: Caller, deps: Deps): Promise<Decision<User>> {
  const found = await deps.accounts.findWithPartyCount(user.id);
  if (found?.user.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
  return decideClosing(found, deps);
}

/**
 * Closes an account on behalf of its owner. The audit entry of this decision keeps its reason, although the reasons of
 * all other entries about the account are erased.
 * @throws DomainError `former-email-reserved`, `work-unfinished` or `money-under-way` as for the owner
 * @throws DomainError `not-found` when the account has been closed during the request
 */
export async function closeAccountAsOperator(
  { id }: User,
  { who, why }: OperatorDecision,
  deps: Deps,
): Promise<Decision<User>> {
  const found = await deps.accounts.findWithPartyCount(id);
  if (!found) throw new DomainError('not-found');
  const { result, changes } = await decideClosing(found, deps);
  const audit = auditChanges({ subjectId: id, who, what: 'account closed', why }, deps);
  return { result, changes: [...changes, ...audit] };
}

async function decideClosing(
  { user, partyCount }: { readonly user: User; readonly partyCount: number },
  deps: Deps,
): Promise<Decision<User>> {
  // Otherwise, an intruder could close the account, and operators could no longer return it to the owner.
  if (hasReservedEmail(user, deps.clock.now())) throw new DomainError('former-email-reserved');
  await assertNothingPending(user, deps);
  const jobs = jobsAdded(closingJobs(user, deps));
  return { result: user, changes: [{ kind: 'account-closed', user, partyCount }, ...jobs] };
}

function closingJobs(user: User, deps: DecisionDependencies) {
  const { id: userId, role, email: address, emailVerified: isVerified, partner } = user;
  const recipient = { to: address, isVerified, ...(partner && { partnerId: partner.id }) };
  return [
    createJob({ kind: 'mail', mail: 'account-closed', userId, ...recipient }, deps),
    createJournalJob({ userId, role, what: 'account closed', at: deps.clock.now().toISOString() }, deps),
    ...createErasureJobs(user, deps),
  ];
}

/** Creates the jobs that erase the data of a closed account, now and again after running requests have ended. */
export function createErasureJobs(user: User, deps: DecisionDependencies): Job[] {
  const { id: userId, role, email: address, formerEmails = [], market } = user;
  const formerAddresses = formerEmails.map(({ email }) => email);
  const { received } = user.role === 'expert' ? user.scans : {};
  const places = received ? [received.front, received.back] : [];
  const erasure = {
    kind: 'erase-account',
    userId,
    role,
    address,
    formerAddresses,
    ...(market && { market }),
    received: places,
  } as const;
  const later = new Date(deps.clock.now().getTime() + UNDER_WAY_MS);
  return [
    createJob(erasure, deps),
    createJob(erasure, deps, later.toISOString()),
    ...createRegionListsJobs(user, undefined, deps),
  ];
}

async function assertNothingPending(user: User, deps: Deps): Promise<void> {
  const { unfinished, underWay, checkouts } = await findClosingObstacles(user, deps);
  if (unfinished.length > 0) throw new DomainError('work-unfinished');
  if (underWay.length > 0) throw new DomainError('money-under-way');
  await endSessions(checkouts, deps);
}

/**
 * Finds the reasons why an account cannot be closed.
 * @returns the ids of the testimonies with unfinished work and with money under way, and the checkouts of the user's
 * own testimonies
 */
export async function findClosingObstacles(
  user: User,
  deps: Pick<Deps, 'accountEraser' | 'checkouts' | 'testimonies'>,
): Promise<{ unfinished: string[]; underWay: string[]; checkouts: Checkout[] }> {
  const found = await Promise.all(
    (await deps.accountEraser.listTestimonies(user)).map(deps.testimonies.find),
  );
  const testimonies = found.filter(testimony => testimony !== undefined);
  const theirs = testimonies.filter(testimony => isParty(testimony, user));
  const owned = testimonies.filter(testimony => isOwner(testimony, user));
  const checkouts = (await Promise.all(owned.map(({ id }) => deps.checkouts.listOfTestimony(id)))).flat();
  return {
    unfinished: theirs.filter(({ state }) => state === 'accepted').map(({ id }) => id),
    underWay: [
      ...theirs.filter(testimony => !canCloseFor(testimony, user)).map(({ id }) => id),
      ...checkouts.filter(isRefunding).map(({ testimonyId }) => testimonyId),
    ],
    checkouts,
  };
}

/**
 * Closes the payment pages that are still open, so that nobody pays for a deleted account. If a page was already paid,
 * its checkout is synchronised.
 * @throws DomainError `work-unfinished` when a payment has accepted an offer, `money-under-way` when a payment must be
 * refunded, or when the operators must decide
 */
async function endSessions(checkouts: readonly Checkout[], deps: Deps): Promise<void> {
  const open = checkouts.filter(({ state }) => state === 'open');
  const outcomes = await Promise.all(open.map(checkout => endSession(checkout, deps)));
  if (outcomes.includes('accepted')) throw new DomainError('work-unfinished');
  if (outcomes.some(outcome => outcome !== 'ended')) throw new DomainError('money-under-way');
}

const canCloseFor = (testimony: Testimony, user: User): boolean =>
  canClose(readMoneyState(testimony), isOwner(testimony, user) ? 'client' : 'expert');

/** Returns whether the payment is being refunded, or an amount of it waits in a list of operators. */
const isRefunding = ({ payment, refund }: Checkout) => payment?.status === 'refunding' || refund !== null;
