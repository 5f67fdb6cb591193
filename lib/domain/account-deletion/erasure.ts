/**
 * Erasure of the data of a closed account (infra/docs/api/accounts.md#closing-the-account). The functions run in jobs
 * and are safe to repeat: a job that was interrupted continues with the remaining data.
 */
import { isDeepStrictEqual } from 'node:util';
import { createChildJob, decideTestimonyChange } from '../changes.ts';
import type { TaskOf } from '../model/jobs/job.ts';
import { isOpen, isParty, type Testimony } from '../model/testimonies/testimony.ts';
import { withdrawOffer } from '../offers/offers.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { cancelTestimony, updateTestimony } from '../testimonies/testimonies.ts';
import { addJobOnce, commitDecision } from '../unit-of-work.ts';
import { anonymizeClient, anonymizeExpert, mustKeepOffer } from './anonymization.ts';

type AccountDependencies = Pick<Dependencies, 'clock' | 'objects' | 'accountEraser' | 'unitOfWork'>;

/**
 * Erases the data of a closed account, and adds one short job for each testimony, so that a failing job does not block
 * the others.
 */
export async function eraseAccount(
  task: TaskOf<'erase-account'>,
  jobId: string,
  deps: AccountDependencies,
): Promise<void> {
  const { userId, role, address, formerAddresses, market, received } = task;
  for (const testimonyId of await deps.accountEraser.listTestimonies({ id: userId, role })) {
    const part = { kind: 'erase-testimony', testimonyId, userId } as const;
    await addJobOnce(createChildJob(jobId, testimonyId, part, deps), deps);
  }
  await deps.objects.erase([...received, `identity-documents/${userId}/`]);
  await deps.accountEraser.eraseTokens(userId);
  await deps.accountEraser.eraseStoredResponses(userId);
  await deps.accountEraser.eraseReasons(userId);
  await deps.accountEraser.eraseUnsentMails(userId, [address, ...formerAddresses], market);
  await deps.accountEraser.eraseHistory(userId);
}

type TestimonyDependencies = Pick<
  Dependencies,
  'clock' | 'random' | 'accountEraser' | 'testimonies' | 'unitOfWork'
>;

export async function eraseTestimony(
  { testimonyId, userId }: TaskOf<'erase-testimony'>,
  deps: TestimonyDependencies,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (!testimony) return;
  if (isParty(testimony, { id: userId })) {
    await deps.accountEraser.eraseReasons(testimonyId);
  }
  await (testimony.clientId === userId ? eraseClient(testimony, deps) : eraseExpert(testimony, userId, deps));
}

async function eraseClient(testimony: Testimony, deps: TestimonyDependencies): Promise<void> {
  const ended = isOpen(testimony)
    ? await updateTestimony(testimony, deps, current => cancelTestimony(current, null, deps))
    : testimony;
  await rewrite(ended, anonymizeClient, deps);
  await deps.accountEraser.eraseBuyers(testimony.id);
}

async function eraseExpert(
  testimony: Testimony,
  expertId: string,
  deps: TestimonyDependencies,
): Promise<void> {
  // Offers that do not match their schema are missing from the records, but their data must also be erased.
  const ids = await deps.accountEraser.listOfferIds(testimony.id, expertId);
  for (const offer of await deps.testimonies.listOffersOfExpert(expertId, [testimony.id]))
    if (offer.state === 'open' && isOpen(testimony))
      await commitDecision(() => withdrawOffer(offer, deps), deps);
  const offers = ids.map(id => ({ id, testimonyId: testimony.id }));
  for (const offer of offers) {
    if (mustKeepOffer(offer, testimony)) await deps.accountEraser.eraseOfferNote(offer);
    else await deps.accountEraser.eraseOffer(offer);
  }
  await rewrite(testimony, current => anonymizeExpert(current, expertId), deps);
  if (!offers.some(offer => mustKeepOffer(offer, testimony)))
    await deps.accountEraser.eraseExpertPointer(testimony.id, expertId);
}

/** Saves the anonymised testimony, unless it is already anonymised. */
async function rewrite(
  testimony: Testimony,
  erased: (current: Testimony) => Testimony,
  deps: TestimonyDependencies,
): Promise<void> {
  if (isDeepStrictEqual(erased(testimony), testimony)) return;
  await updateTestimony((await deps.testimonies.find(testimony.id)) ?? testimony, deps, current =>
    decideTestimonyChange(current, erased(current), deps),
  );
}
