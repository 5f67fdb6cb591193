/**
 * Erasure of the data of a closed account (infra/docs/api/accounts.md#closing-the-account). The functions run in jobs
 * and are safe to repeat: a job that was interrupted continues with the remaining data.
 *
 * A completed testimony keeps the name of the user, the amounts and the dates, as the law requires. In all other
 * testimonies, the name is erased, too. The location of the real estate is reduced to the parts that strangers can see.
 */
import { isDeepStrictEqual } from 'node:util';
import { createChildJob, decideTestimonyChange } from '../changes.ts';
import { NO_CONTACT } from '../model/accounts/contact.ts';
import type { TaskOf } from '../model/jobs/job.ts';
import type { Offer } from '../model/offers/offer.ts';
import { isOpen, isParty, type Testimony } from '../model/testimonies/testimony.ts';
import { withdrawOffer } from '../offers/offers.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { cancelTestimony, updateTestimony } from '../testimonies/testimonies.ts';
import { addJobOnce, commitDecision } from '../unit-of-work.ts';

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

/** Saves the result of `erased`, unless the testimony is already anonymised. */
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

const isCompleted = ({ state }: Testimony) => state === 'completed';

function anonymizeClient(testimony: Testimony): Testimony {
  const { contact, realEstate } = testimony;
  const { firstName, lastName } = contact;
  const address = { ...realEstate.address, line1: null, line2: null, parcelNumber: null };
  return {
    ...testimony,
    contact: isCompleted(testimony) ? { ...NO_CONTACT, firstName, lastName } : NO_CONTACT,
    realEstate: { ...realEstate, address, addressCoords: null, userCoords: null },
    notes: null,
    cancellationReason: null,
    ...withoutComplaintTexts(testimony),
  };
}

/** Removes the personal data of the expert from the accepted offer that is stored in the testimony. */
function anonymizeExpert(testimony: Testimony, expertId: string): Testimony {
  const { acceptedOffer } = testimony;
  if (acceptedOffer?.expert.id !== expertId) return testimony;
  const nobody = { id: expertId, firstName: null, lastName: null, registrationNumber: '' };
  const expert = isCompleted(testimony) ? acceptedOffer.expert : nobody;
  // The cancellation reason and the texts of a complaint are erased: they are free texts and may mention the expert.
  return {
    ...testimony,
    acceptedOffer: { ...acceptedOffer, expert, note: null },
    cancellationReason: null,
    ...withoutComplaintTexts(testimony),
  };
}

/** Returns the complaint without its texts, which may mention either party. */
const withoutComplaintTexts = ({ complaint }: Testimony): Pick<Testimony, 'complaint'> =>
  complaint ? { complaint: { ...complaint, reason: null, decision: null } } : { complaint };

/** Returns whether the offer must be retained because it is the accepted offer of a completed testimony. */
function mustKeepOffer({ id }: Pick<Offer, 'id'>, testimony: Testimony): boolean {
  return isCompleted(testimony) && testimony.acceptedOffer?.id === id;
}
