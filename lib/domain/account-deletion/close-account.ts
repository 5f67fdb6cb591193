/**
 * Closing of an account (infra/docs/api/accounts.md#closing-the-account).
 *
 * One transaction deletes the account and the claims on its e-mail address and phone number. All tokens become invalid,
 * and other accounts can use the e-mail address and the phone number. The transaction also adds the jobs that erase the
 * remaining data (`erasure.ts`). An account cannot be closed while work or a payment is pending.
 */
import { requireCurrentPassword } from '../accounts/current-password.ts';
import { addJobs } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { Caller, User } from '../model/account.ts';
import type { Checkout } from '../model/payment.ts';
import { isAssigned, isOwner, isParty, isPayoutOpen, type Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { commitDecision } from '../unit-of-work.ts';

type Deps = Pick<
  Dependencies,
  | 'accounts'
  | 'checkouts'
  | 'clock'
  | 'rateLimiter'
  | 'passwordHasher'
  | 'random'
  | 'accountEraser'
  | 'testimonies'
  | 'unitOfWork'
>;

/** Delay of the second erasure. Every request that was running when the account was closed ends within this delay. */
const UNDER_WAY_MS = 10 * 60_000;

/**
 * Closes the caller's account.
 * @throws FieldError when the current password is wrong
 * @throws LimitExceeded after too many wrong passwords
 * @throws DomainError `work-unfinished` while a testimony is accepted and not completed
 * @throws DomainError `money-under-way` while a refund, a payout or a dispute is open
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export async function closeAccount(
  { user, token }: Caller,
  currentPassword: string,
  deps: Deps,
): Promise<void> {
  await requireCurrentPassword(user, currentPassword, deps);
  await commitDecision(async () => {
    // A concurrent request that adds work also writes this record. The commit then fails, and the checks run again.
    const current = await deps.accounts.find(user.id);
    if (current?.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
    await assertNothingPending(current, deps);
    const jobs = addJobs(closingJobs(current, deps));
    return { result: undefined, changes: [{ kind: 'account-closed', user: current }, ...jobs] };
  }, deps);
}

/**
 * Creates the jobs that follow a closing. The second erasure deletes data that running requests wrote after the first.
 */
function closingJobs(user: User, deps: Pick<Dependencies, 'clock' | 'random'>) {
  const { id: userId, role, email: address, emailVerified: isVerified } = user;
  const { received } = user.role === 'expert' ? user.scans : {};
  const places = received ? [received.front, received.back] : [];
  const erasure = { kind: 'erase-account', userId, role, address, received: places } as const;
  const later = new Date(deps.clock.now().getTime() + UNDER_WAY_MS);
  return [
    createJob({ kind: 'mail', mail: 'account-closed', userId, to: address, isVerified }, deps),
    createJob(erasure, deps),
    createJob(erasure, deps, later.toISOString()),
  ];
}

/**
 * Checks that neither work nor a payment is pending for the user.
 * @throws DomainError `work-unfinished` or `money-under-way` when the account cannot be closed yet
 */
async function assertNothingPending(user: User, deps: Deps): Promise<void> {
  const found = await Promise.all(
    (await deps.accountEraser.listTestimonies(user)).map(deps.testimonies.find),
  );
  const testimonies = found.filter(testimony => testimony !== undefined);
  const theirs = testimonies.filter(testimony => isParty(testimony, user));
  if (theirs.some(({ state }) => state === 'accepted')) throw new DomainError('work-unfinished');
  if (theirs.some(testimony => isMoneyMoving(testimony, user))) throw new DomainError('money-under-way');

  const owned = testimonies.filter(testimony => isOwner(testimony, user));
  const checkouts = await Promise.all(owned.map(({ id }) => deps.checkouts.listOfTestimony(id)));
  if (checkouts.flat().some(isRefunding)) throw new DomainError('money-under-way');
}

const UNSETTLED: ReadonlySet<string> = new Set(['refunding', 'disputed']);

/**
 * Returns whether money is pending for the user. A payment concerns both parties, a payout only the assigned expert.
 */
function isMoneyMoving(testimony: Testimony, user: User): boolean {
  const isAwaited = isPayoutOpen(testimony) && testimony.payout?.status !== 'failed';
  return UNSETTLED.has(testimony.payment?.status ?? '') || (isAwaited && isAssigned(testimony, user));
}

const isRefunding = ({ state }: Checkout) => state === 'refunding';
