/**
 * Closing an account (infra/docs/api/accounts.md).
 *
 * One write takes away account and claims: no token counts from then on, address and phone are free. Jobs of
 * that write erase the rest (`erasure.ts`). Whoever is owed work or money, or owes it, has to wait.
 */
import { requireCurrentPassword } from '../accounts/current-password.ts';
import { DomainError } from '../errors.ts';
import type { Caller, User } from '../model/account.ts';
import type { Checkout } from '../model/payment.ts';
import { isAssigned, isOwner, isParty, isUnpaid, type Testimony } from '../model/testimony.ts';
import { withOptimisticLock } from '../optimistic.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';

type Deps = Pick<
  Dependencies,
  | 'accounts'
  | 'checkouts'
  | 'clock'
  | 'rateLimiter'
  | 'passwords'
  | 'random'
  | 'accountEraser'
  | 'testimonies'
>;

/** Any request that was under way when the account was closed has ended by then. */
const UNDER_WAY_MS = 10 * 60_000;

/**
 * @throws FieldError for a wrong current password; LimitExceeded; DomainError `work-unfinished`,
 *   `money-under-way`, and `unauthenticated` when the credentials changed meanwhile
 */
export async function closeAccount(
  { user, token }: Caller,
  currentPassword: string,
  deps: Deps,
): Promise<void> {
  await requireCurrentPassword(user, currentPassword, deps);
  await withOptimisticLock(async () => {
    // What came to the account since the reads below has written it, too, and they begin anew.
    const current = await deps.accounts.find(user.id);
    if (current?.credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
    await assertNothingPending(current, deps);
    return (await deps.accountEraser.close(current, closingJobs(current, deps))) || undefined;
  });
}

/** The second erasure finds what requests that were under way have written after the first. */
function closingJobs(user: User, deps: Pick<Dependencies, 'clock' | 'random'>) {
  const { id: userId, role, email: address } = user;
  const { received } = user.role === 'expert' ? user.scans : {};
  const places = received ? [received.front, received.back] : [];
  const erasure = { kind: 'erase-account', userId, role, address, received: places } as const;
  const later = new Date(deps.clock.now().getTime() + UNDER_WAY_MS);
  return [
    createJob({ kind: 'mail', mail: 'account-closed', userId, to: address }, deps),
    createJob(erasure, deps),
    createJob(erasure, deps, later.toISOString()),
  ];
}

async function assertNothingPending(user: User, deps: Deps): Promise<void> {
  const found = await Promise.all(
    (await deps.accountEraser.listTestimonies(user)).map(deps.testimonies.find),
  );
  const testimonies = found.filter(testimony => testimony !== undefined);
  const theirs = testimonies.filter(testimony => isParty(testimony, user));
  if (theirs.some(({ state }) => state === 'accepted')) throw new DomainError('work-unfinished');
  if (theirs.some(testimony => isMoneyMoving(testimony, user))) throw new DomainError('money-under-way');

  const owned = testimonies.filter(testimony => isOwner(testimony, user));
  const checkouts = await Promise.all(owned.map(({ id }) => deps.checkouts.listOf(id)));
  if (checkouts.flat().some(isRefunding)) throw new DomainError('money-under-way');
}

const UNSETTLED: ReadonlySet<string> = new Set(['refunding', 'disputed']);

/** A payout is the expert's affair; a payment concerns both. */
function isMoneyMoving(testimony: Testimony, user: User): boolean {
  const isAwaited = isUnpaid(testimony) && testimony.payout?.status !== 'failed';
  return UNSETTLED.has(testimony.payment?.status ?? '') || (isAwaited && isAssigned(testimony, user));
}

const isRefunding = ({ state }: Checkout) => state === 'refunding';
