/** Offers of experts (contract §4). */
import { Refusal } from '../errors.ts';
import { type Expert, isApproved, type User } from '../model/account.ts';
import { type Page, type PageRequest, paginate } from '../model/page.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';

export interface OfferForm {
  /** Cents. */
  readonly price: number;
  readonly daysToComplete: number;
  readonly note: string | null;
}

/** @throws Refusal `wrong-state`, `already-offered` */
export async function makeOffer(
  testimony: Testimony,
  expert: Expert,
  form: OfferForm,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
): Promise<{ offer: Offer; testimony: Testimony }> {
  const { id: testimonyId } = testimony;
  const { id, firstName, lastName, registrationNumber } = expert;
  const offer: Offer = {
    id: needs.random.uuid(),
    testimonyId,
    clientId: testimony.clientId,
    expert: { id, firstName, lastName, registrationNumber },
    ...form,
    state: 'open',
    createdAt: needs.clock.now().toISOString(),
  };
  const mail = {
    kind: 'mail',
    mail: 'new-offer',
    userId: testimony.clientId,
    testimonyId,
    offerId: offer.id,
  } as const;
  await needs.testimonies.addOffer(offer, [newJob(mail, needs)]);
  return { offer, testimony: { ...testimony, state: 'offered' } };
}

/** @throws Refusal `wrong-state` once paid or withdrawn */
export async function withdrawOffer(offer: Offer, needs: Pick<World, 'testimonies'>): Promise<void> {
  if (!(await needs.testimonies.withdrawOffer(offer))) throw new Refusal('wrong-state');
}

export interface OfferedTestimony {
  readonly testimony: Testimony;
  readonly offers: readonly Offer[];
}

/**
 * Testimonies with the offers that somebody may see: experts their own; the owner all but withdrawn
 * ones and, while they could still be accepted, those of experts who are not approved.
 */
export async function withVisibleOffers(
  testimonies: readonly Testimony[],
  viewer: User,
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<OfferedTestimony[]> {
  if (viewer.role === 'client') return withApprovedOffers(testimonies, needs);
  const ids = testimonies.map(({ id }) => id);
  const own = await needs.testimonies.offersBy(viewer.id, ids);
  return testimonies.map(testimony => ({
    testimony,
    offers: own.filter(({ testimonyId }) => testimonyId === testimony.id),
  }));
}

async function withApprovedOffers(
  testimonies: readonly Testimony[],
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<OfferedTestimony[]> {
  const all = await Promise.all(
    testimonies.map(async testimony => {
      const offers = testimony.offerCount > 0 ? await needs.testimonies.offers(testimony.id) : [];
      return { testimony, offers: offers.filter(({ state }) => state !== 'withdrawn') };
    }),
  );
  const inDoubt = all.filter(({ testimony }) => isOpen(testimony)).flatMap(({ offers }) => offers);
  const experts = await needs.accounts.findAll(inDoubt.map(({ expert }) => expert.id));
  const approved = new Set(
    experts.filter(user => user.role === 'expert' && isApproved(user)).map(({ id }) => id),
  );
  return all.map(({ testimony, offers }) => ({
    testimony,
    offers: isOpen(testimony) ? offers.filter(({ expert }) => approved.has(expert.id)) : offers,
  }));
}

/** The offers of a testimony that somebody may see, the oldest first. */
export async function listVisibleOffers(
  testimony: Testimony,
  viewer: User,
  pageRequest: PageRequest,
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<Page<Offer>> {
  const [found] = await withVisibleOffers([testimony], viewer, needs);
  return paginate(found?.offers ?? [], pageRequest);
}
