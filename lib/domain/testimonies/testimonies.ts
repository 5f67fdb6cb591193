/** Creation, access control, cancellation and updates of testimonies (infra/docs/api/testimonies.md). */
import { DomainError } from '../errors.ts';
import type { Client, User } from '../model/account.ts';
import { toContact } from '../model/contact.ts';
import { type CreateIdempotencyRecord, noIdempotencyRecord } from '../model/idempotency.ts';
import { isOpen, isParty, type RealEstate, type Testimony, transition } from '../model/testimony.ts';
import { withOptimisticLock } from '../optimistic.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { TestimonyChange } from '../ports/market.ts';
import { createJob, deriveId } from '../records.ts';

export interface TestimonyInput {
  readonly purpose: string;
  readonly realEstate: RealEstate;
  readonly notes: string | null;
}

export async function createTestimony(
  client: Client,
  input: TestimonyInput,
  deps: Pick<Dependencies, 'clock' | 'random' | 'testimonies'>,
  keep: CreateIdempotencyRecord<Testimony> = noIdempotencyRecord,
): Promise<Testimony> {
  const testimony: Testimony = {
    id: deps.random.uuid(),
    clientId: client.id,
    contact: toContact(client),
    state: 'pending',
    ...input,
    cancellationReason: null,
    acceptedOffer: null,
    sessionId: null,
    document: null,
    offerIds: [],
    createdAt: deps.clock.now().toISOString(),
    acceptedAt: null,
    dueAt: null,
    completedAt: null,
    cancelledAt: null,
    payment: null,
    payout: null,
    version: 1,
  };
  await deps.testimonies.add(testimony, await keep(testimony));
  return testimony;
}

/** Returns whether the user is the owner, the assigned expert, or an expert who may make or has made an offer. */
export async function canView(
  testimony: Testimony,
  user: User,
  deps: Pick<Dependencies, 'testimonies'>,
): Promise<boolean> {
  if (isParty(testimony, user)) return true;
  if (user.role !== 'expert') return false;
  if (isOpen(testimony) && user.regions.includes(testimony.realEstate.region)) return true;
  return (await deps.testimonies.listOffersOfExpert(user.id, [testimony.id])).length > 0;
}

/**
 * Cancels a testimony and notifies the experts whose offers lapse.
 * @throws DomainError `wrong-state` when it cannot be cancelled in its state
 */
export function cancelTestimony(
  testimony: Testimony,
  reason: string | null,
  deps: Pick<Dependencies, 'clock' | 'random' | 'testimonies'>,
  keep?: CreateIdempotencyRecord<Testimony>,
): Promise<Testimony> {
  const tasks = (['notify-cancelled', 'close-sessions'] as const).map(kind => ({
    kind,
    testimonyId: testimony.id,
  }));
  const cancelled = (current: Testimony) => ({
    after: { ...transition(current, 'cancel', deps.clock.now()), cancellationReason: reason },
    jobs: current.offerIds.length > 0 ? tasks.map(task => createJob(task, deps)) : [],
  });
  return updateTestimony(testimony, deps, cancelled, keep);
}

/**
 * Updates a testimony under an optimistic lock.
 * @param decide computes the change, or throws when the state does not allow it; runs again after a concurrent write
 * @throws DomainError `not-found` when the testimony is gone
 */
export async function updateTestimony(
  read: Testimony,
  deps: Pick<Dependencies, 'testimonies'>,
  decide: (current: Testimony) => Omit<TestimonyChange, 'before' | 'kept'>,
  keep: CreateIdempotencyRecord<Testimony> = noIdempotencyRecord,
): Promise<Testimony> {
  return withOptimisticLock(async isFirst => {
    const current = isFirst ? read : await deps.testimonies.find(read.id);
    if (!current) throw new DomainError('not-found');
    const change = decide(current);
    const kept = await keep(change.after);
    return (await deps.testimonies.save({ before: current, ...change, idempotencyRecord: kept }))
      ? change.after
      : undefined;
  });
}

/** Creates a mail job for each expert whose offer lapsed. Runs in a job; a retry adds only the missing jobs. */
export async function notifyLapsedOffers(
  mail: 'cancelled' | 'not-chosen',
  testimonyId: string,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'jobs' | 'testimonies'>,
): Promise<void> {
  const offers = await deps.testimonies.listOffers(testimonyId);
  const createdAt = deps.clock.now().toISOString();
  for (const offer of offers.filter(({ state }) => state === 'open')) {
    const task = { kind: 'mail', mail, userId: offer.expert.id, testimonyId } as const;
    await deps.jobs.addOnce({ id: deriveId(jobId, offer.id), task, attempts: 0, createdAt });
  }
}
