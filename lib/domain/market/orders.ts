/** What clients do with their testimonies, who may look at one, and how any of them is changed (contract §4). */
import { Refusal } from '../errors.ts';
import type { Client, User } from '../model/account.ts';
import { contactOf } from '../model/contact.ts';
import { type Keep, keepNone } from '../model/kept-answer.ts';
import { isOpen, isParty, type RealEstate, type Testimony, transition } from '../model/testimony.ts';
import { writeOptimistically } from '../optimistic.ts';
import type { TestimonyChange } from '../ports/market.ts';
import type { World } from '../ports/world.ts';
import { derivedId, newJob } from '../records.ts';

export interface Order {
  readonly purpose: string;
  readonly realEstate: RealEstate;
  readonly notes: string | null;
}

export async function orderTestimony(
  client: Client,
  order: Order,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
  keep: Keep<Testimony> = keepNone,
): Promise<Testimony> {
  const testimony: Testimony = {
    id: needs.random.uuid(),
    clientId: client.id,
    contact: contactOf(client),
    state: 'pending',
    ...order,
    cancellationReason: null,
    acceptedOffer: null,
    sessionId: null,
    document: null,
    offerIds: [],
    createdAt: needs.clock.now().toISOString(),
    acceptedAt: null,
    dueAt: null,
    completedAt: null,
    cancelledAt: null,
    payment: null,
    payout: null,
    version: 1,
  };
  await needs.testimonies.add(testimony, await keep(testimony));
  return testimony;
}

/** Its owner, its expert, and experts who may offer or have offered. */
export async function mayView(
  testimony: Testimony,
  user: User,
  needs: Pick<World, 'testimonies'>,
): Promise<boolean> {
  if (isParty(testimony, user)) return true;
  if (user.role !== 'expert') return false;
  if (isOpen(testimony) && user.regions.includes(testimony.realEstate.region)) return true;
  return (await needs.testimonies.offersBy(user.id, [testimony.id])).length > 0;
}

/** Ends the order; whoever has made an offer is told. */
export function cancelTestimony(
  testimony: Testimony,
  reason: string | null,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
  keep?: Keep<Testimony>,
): Promise<Testimony> {
  const tasks = (['tell-cancelled', 'close-sessions'] as const).map(kind => ({
    kind,
    testimonyId: testimony.id,
  }));
  const cancelled = (current: Testimony) => ({
    after: { ...transition(current, 'cancel', needs.clock.now()), cancellationReason: reason },
    jobs: current.offerIds.length > 0 ? tasks.map(task => newJob(task, needs)) : [],
  });
  return changeTestimony(testimony, needs, cancelled, keep);
}

/** `decide` refuses what the state does not allow; it is asked again when somebody wrote in between. */
export async function changeTestimony(
  read: Testimony,
  needs: Pick<World, 'testimonies'>,
  decide: (current: Testimony) => Omit<TestimonyChange, 'before' | 'kept'>,
  keep: Keep<Testimony> = keepNone,
): Promise<Testimony> {
  return writeOptimistically(async isFirst => {
    const current = isFirst ? read : await needs.testimonies.find(read.id);
    if (!current) throw new Refusal('not-found');
    const change = decide(current);
    const kept = await keep(change.after);
    return (await needs.testimonies.save({ before: current, ...change, kept })) ? change.after : undefined;
  });
}

/** Tells every expert whose offer lapsed, and why. Part of a job: run again, it adds what is missing. */
export async function tellLapsed(
  mail: 'cancelled' | 'not-chosen',
  testimonyId: string,
  jobId: string,
  needs: Pick<World, 'clock' | 'jobs' | 'testimonies'>,
): Promise<void> {
  const offers = await needs.testimonies.offers(testimonyId);
  const createdAt = needs.clock.now().toISOString();
  for (const offer of offers.filter(({ state }) => state === 'open')) {
    const task = { kind: 'mail', mail, userId: offer.expert.id, testimonyId } as const;
    await needs.jobs.addOnce({ id: derivedId(jobId, offer.id), task, attempts: 0, createdAt });
  }
}
