/** Offers of experts (contract §4). */
import { Refusal } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import { type Keep, keepNone } from '../model/kept-answer.ts';
import { type Page, type PageRequest, paginate } from '../model/page.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { isVisible, namesTruly } from './visibility.ts';

export interface OfferForm {
  /** Cents. */
  readonly price: number;
  readonly daysToComplete: number;
  readonly note: string | null;
}

interface Made {
  readonly offer: Offer;
  readonly testimony: Testimony;
}

/** @throws Refusal `wrong-state`, `already-offered` */
export async function makeOffer(
  testimony: Testimony,
  expert: Expert,
  form: OfferForm,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
  keep: Keep<Made> = keepNone,
): Promise<Made> {
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
  const made = { offer, testimony: { ...testimony, state: 'offered' } as const };
  await needs.testimonies.addOffer(testimony, offer, [newJob(mail, needs)], await keep(made));
  return made;
}

/** @throws Refusal `wrong-state` once paid or withdrawn */
export async function withdrawOffer(
  offer: Offer,
  needs: Pick<World, 'clock' | 'random' | 'testimonies'>,
): Promise<void> {
  const closing = newJob({ kind: 'close-sessions', testimonyId: offer.testimonyId }, needs);
  if (!(await needs.testimonies.withdrawOffer(offer, [closing]))) throw new Refusal('wrong-state');
}

export interface OfferedTestimony {
  readonly testimony: Testimony;
  readonly offers: readonly Offer[];
}

/**
 * Testimonies with the offers that somebody may see: experts their own, the owner those that are not
 * hidden.
 */
export async function withVisibleOffers(
  testimonies: readonly Testimony[],
  viewer: User,
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<OfferedTestimony[]> {
  if (viewer.role === 'client') return withoutHiddenOffers(testimonies, needs);
  const ids = testimonies.map(({ id }) => id);
  const own = await needs.testimonies.offersBy(viewer.id, ids);
  return testimonies.map(testimony => ({
    testimony,
    offers: own.filter(({ testimonyId }) => testimonyId === testimony.id),
  }));
}

async function withoutHiddenOffers(
  testimonies: readonly Testimony[],
  needs: Pick<World, 'accounts' | 'testimonies'>,
): Promise<OfferedTestimony[]> {
  const all = await needs.testimonies.offersOn(testimonies);
  const users = await needs.accounts.findAll(all.map(({ expert }) => expert.id));
  const experts = new Map(users.flatMap(user => (user.role === 'expert' ? [[user.id, user]] : [])));
  return testimonies.map(testimony => ({
    testimony,
    offers: all.filter(
      offer => offer.testimonyId === testimony.id && isShown(offer, testimony, experts.get(offer.expert.id)),
    ),
  }));
}

/**
 * Nobody reads a withdrawn offer or, but for the one that was paid, a name that nobody has accepted. Whether
 * the expert may still be paid matters while one could be.
 */
function isShown(offer: Offer, testimony: Testimony, expert: Expert | undefined): boolean {
  if (offer.state !== 'open') return offer.state === 'accepted';
  return isOpen(testimony) ? isVisible(offer, expert) : namesTruly(offer, expert);
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
