/** Store of testimonies and offers. */
import type { Expert } from '../model/accounts/account.ts';
import type { Offer } from '../model/offers/offer.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import type { MoneyListName } from '../model/payments/money-list.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import type { TestimonyFilter } from '../model/testimonies/testimony-filter.ts';

export interface Testimonies {
  find(id: string): Promise<Testimony | undefined>;
  /** Returns the testimonies that exist, in the order of `ids`. */
  findAll(ids: readonly string[]): Promise<Testimony[]>;
  /**
   * Lists the testimonies of the client, newest first. A page may have fewer testimonies than requested although more
   * follow, because a page contains a limited number of open offers and, with a filter, a request examines a limited
   * number of testimonies.
   */
  listOfClient(
    clientId: string,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /**
   * Lists the testimonies on which the expert has made an offer, newest first. A page may have fewer testimonies than
   * requested, as in `listOfClient`.
   */
  listOfExpert(
    expertId: string,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /**
   * Lists the open testimonies in the expert's market and regions on which the expert has no open offer, newest first.
   */
  listOfferable(
    expert: Pick<Expert, 'id' | 'market' | 'regions'>,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /**
   * Lists the testimonies and the checkouts in a list of money, oldest first. The list `overdue` contains only
   * testimonies that are overdue at `now`.
   */
  listWaiting(
    list: Exclude<MoneyListName, 'differences'>,
    pageRequest: PageRequest,
    now: Date,
  ): Promise<Page<Testimony | Checkout>>;
  /** Lists the testimonies with this testimony number, which is in lower case. */
  listByNumber(number: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Lists all offers on a testimony, oldest first. */
  listOffers(testimonyId: string): Promise<Offer[]>;
  /** Lists all offers on these testimonies, oldest first. */
  listOffersOnAll(testimonies: readonly Testimony[]): Promise<Offer[]>;
  /** Lists the expert's offers on these testimonies, including withdrawn ones, oldest first. */
  listOffersOfExpert(expertId: string, testimonyIds: readonly string[]): Promise<Offer[]>;
  findOffer(offerId: string): Promise<Offer | undefined>;
}
