/** Creation, access control, cancellation and updates of testimonies (infra/docs/api/testimonies.md). */
import { listLapsedOfferActivities } from '../activity/testimony-activity.ts';
import {
  activityRecorded,
  createChildJob,
  decideTestimonyChange,
  tasksAdded,
  testimonyCreated,
} from '../changes.ts';
import { type Client, isApproved, type User } from '../model/accounts/account.ts';
import { toContact } from '../model/accounts/contact.ts';
import type { Decision } from '../model/change.ts';
import type { RealEstate } from '../model/testimonies/real-estate.ts';
import {
  applyTransition,
  isAssigned,
  isInReachOf,
  isOpen,
  isOwner,
  isParty,
  type Testimony,
} from '../model/testimonies/testimony.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { addJobOnce, commitDecision, type DecisionFunction, withCurrent } from '../unit-of-work.ts';

export interface TestimonyInput {
  readonly purpose: string;
  readonly realEstate: RealEstate;
  readonly notes: string | null;
}

/**
 * Creates a testimony. If the client's address is verified, a job announces the testimony to the experts of its region.
 * Otherwise, a job reads the client again, because the address may be verified at the same time.
 */
export function createTestimony(
  client: Client,
  input: TestimonyInput,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const testimony: Testimony = {
    id: deps.random.uuid(),
    clientId: client.id,
    ...(client.market && { market: client.market }),
    contact: toContact(client),
    state: 'pending',
    ...input,
    cancellationReason: null,
    acceptedOffer: null,
    sessionId: null,
    document: null,
    documents: [],
    documentCheck: null,
    complaint: null,
    openOfferIds: [],
    createdAt: deps.clock.now().toISOString(),
    ...(!client.emailVerified && { visibleSince: null }),
    acceptedAt: null,
    dueAt: null,
    completedAt: null,
    cancelledAt: null,
    payment: null,
    payout: null,
    version: 1,
  };
  const { id: testimonyId, realEstate, market } = testimony;
  const place = { region: realEstate.region, ...(market && { market }) };
  const announcement = client.emailVerified
    ? ({ kind: 'announce-testimony', testimonyId, ...place } as const)
    : ({ kind: 'announce-client', userId: client.id } as const);
  return {
    result: testimony,
    changes: [...testimonyCreated(testimony), ...tasksAdded([announcement], deps)],
  };
}

/**
 * Returns whether the user may view the testimony: the owner, the assigned expert, or an expert who may make or has
 * made an offer.
 */
export async function canView(
  testimony: Testimony,
  user: User,
  deps: Pick<Dependencies, 'testimonies'>,
): Promise<boolean> {
  if (isParty(testimony, user)) return true;
  if (user.role !== 'expert') return false;
  if (isOpen(testimony) && isInReachOf(testimony, user)) return true;
  return (await deps.testimonies.listOffersOfExpert(user.id, [testimony.id])).length > 0;
}

/**
 * Returns whether a user who may view the testimony also sees its purpose, its notes, the postal code and the client's
 * id: the owner, the assigned expert until the testimony is cancelled, and every approved expert whose identity review
 * is accepted (infra/docs/api/testimonies.md#who-sees-what).
 */
export function canViewDetails(testimony: Testimony, user: User): boolean {
  if (isOwner(testimony, user)) return true;
  if (isAssigned(testimony, user) && testimony.state !== 'cancelled') return true;
  return user.role === 'expert' && isApproved(user) && user.identityReview === 'accepted';
}

/**
 * Cancels a testimony. The experts whose offers lapse are notified.
 * @throws DomainError `wrong-state` when the state of the testimony does not allow cancellation
 */
export function cancelTestimony(
  testimony: Testimony,
  reason: string | null,
  deps: DecisionDependencies,
): Decision<Testimony> {
  const { id: testimonyId, openOfferIds } = testimony;
  const after = { ...applyTransition(testimony, 'cancel', deps.clock.now()), cancellationReason: reason };
  const tasks = (['notify-cancelled', 'close-sessions'] as const).map(kind => ({ kind, testimonyId }));
  return decideTestimonyChange(
    testimony,
    after,
    deps,
    openOfferIds.length > 0 ? tasksAdded(tasks, deps) : [],
  );
}

/** Calls `decide` with the current version of a testimony, and again after a write conflict (`withCurrent`). */
export function withCurrentTestimony(
  read: Testimony,
  { testimonies }: Pick<Dependencies, 'testimonies'>,
  decide: (testimony: Testimony) => Decision<Testimony> | Promise<Decision<Testimony>>,
): DecisionFunction<Testimony> {
  return withCurrent(read, () => testimonies.find(read.id), decide);
}

export function updateTestimony(
  read: Testimony,
  deps: Pick<Dependencies, 'testimonies' | 'unitOfWork'>,
  decide: (testimony: Testimony) => Decision<Testimony>,
): Promise<Testimony> {
  return commitDecision(withCurrentTestimony(read, deps, decide), deps);
}

/** Creates a mail job for each expert whose offer has lapsed. Runs in a job; a retry adds only the missing jobs. */
export async function notifyExpertsOfLapsedOffers(
  mail: 'cancelled' | 'not-chosen',
  testimonyId: string,
  jobId: string,
  deps: Pick<Dependencies, 'clock' | 'testimonies' | 'unitOfWork'>,
): Promise<void> {
  const offers = await deps.testimonies.listOffers(testimonyId);
  for (const offer of offers.filter(({ state }) => state === 'open')) {
    const task = { kind: 'mail', mail, userId: offer.expert.id, testimonyId } as const;
    const job = createChildJob(jobId, offer.id, task, deps);
    await addJobOnce(job, deps, activityRecorded(listLapsedOfferActivities(job)));
  }
}
