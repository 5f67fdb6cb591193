/**
 * What is left of a closed account goes (contract §2). Parts of jobs: broken off anywhere and run again, they
 * do the rest.
 */
import { isDeepStrictEqual } from 'node:util';
import { withdrawOffer } from '../market/offers.ts';
import { cancelTestimony, changeTestimony } from '../market/orders.ts';
import type { EraseAccount, EraseTestimony } from '../model/job.ts';
import { isOpen, isParty, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { derivedId } from '../records.ts';
import { isKept, withoutClient, withoutExpert } from './anonymity.ts';

type AccountNeeds = Pick<World, 'clock' | 'jobs' | 'objects' | 'remains'>;

/** Each testimony is a job of its own, so that none of them takes long and none holds up another. */
export async function eraseAccount(task: EraseAccount, jobId: string, needs: AccountNeeds): Promise<void> {
  const { userId, role, address, received } = task;
  const createdAt = needs.clock.now().toISOString();
  for (const testimonyId of await needs.remains.testimoniesOf({ id: userId, role })) {
    const part = { kind: 'erase-testimony', testimonyId, userId } as const;
    await needs.jobs.addOnce({ id: derivedId(jobId, testimonyId), task: part, attempts: 0, createdAt });
  }
  await needs.objects.erase([...received, `identity-documents/${userId}/`]);
  await needs.remains.forgetTokens(userId);
  await needs.remains.forgetAnswers(userId);
  await needs.remains.forgetReasons({ kind: 'user', id: userId });
  await needs.remains.forgetMails(userId, address);
  await needs.remains.forgetHistory(userId);
}

type TestimonyNeeds = Pick<World, 'clock' | 'random' | 'remains' | 'testimonies'>;

export async function eraseTestimony(
  { testimonyId, userId }: EraseTestimony,
  needs: TestimonyNeeds,
): Promise<void> {
  const testimony = await needs.testimonies.find(testimonyId);
  if (!testimony) return;
  if (isParty(testimony, { id: userId })) {
    await needs.remains.forgetReasons({ kind: 'testimony', id: testimonyId });
  }
  await (testimony.clientId === userId
    ? eraseClient(testimony, needs)
    : eraseExpert(testimony, userId, needs));
}

async function eraseClient(testimony: Testimony, needs: TestimonyNeeds): Promise<void> {
  const ended = isOpen(testimony) ? await cancelTestimony(testimony, null, needs) : testimony;
  await rewrite(ended, withoutClient, needs);
  await needs.remains.forgetBuyers(testimony.id);
}

async function eraseExpert(testimony: Testimony, expertId: string, needs: TestimonyNeeds): Promise<void> {
  const offers = await needs.testimonies.offersBy(expertId, [testimony.id]);
  for (const offer of offers) {
    if (offer.state === 'open' && isOpen(testimony)) await withdrawOffer(offer, needs);
    if (isKept(offer, testimony)) await needs.remains.forgetNote(offer);
    else await needs.remains.forgetOffer(offer);
  }
  await rewrite(testimony, current => withoutExpert(current, expertId), needs);
  if (!offers.some(offer => isKept(offer, testimony)))
    await needs.remains.forgetExpertOf(testimony.id, expertId);
}

/** Writes nothing when nothing is left to erase. */
async function rewrite(
  testimony: Testimony,
  erased: (current: Testimony) => Testimony,
  needs: Pick<World, 'testimonies'>,
): Promise<void> {
  if (isDeepStrictEqual(erased(testimony), testimony)) return;
  await changeTestimony((await needs.testimonies.find(testimony.id)) ?? testimony, needs, current => ({
    after: erased(current),
    jobs: [],
  }));
}
