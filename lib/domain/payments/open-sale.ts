/** The testimony and the expert of an offer that can still be accepted. */
import type { Expert } from '../model/account.ts';
import { isOpen, type Offer, type Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

export type OfferDependencies = Pick<Dependencies, 'accounts' | 'testimonies'>;

export interface OpenSale {
  readonly testimony: Testimony;
  readonly expert: Expert;
}

/**
 * Finds the current testimony and expert of an offer.
 * @returns undefined unless the offer and its testimony are open and the expert still exists
 */
export async function findOpenSale(offer: Offer, deps: OfferDependencies): Promise<OpenSale | undefined> {
  const [testimony, expert] = await Promise.all([
    deps.testimonies.find(offer.testimonyId),
    deps.accounts.find(offer.expert.id),
  ]);
  const isOpenSale = offer.state === 'open' && testimony && isOpen(testimony) && expert?.role === 'expert';
  return isOpenSale ? { testimony, expert } : undefined;
}
