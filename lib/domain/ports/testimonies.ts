/** Store of testimonies and offers. */
import type { Page, PageRequest } from '../model/page.ts';
import type { Offer, OperatorList, Testimony } from '../model/testimony.ts';
import type { TestimonyFilter } from '../model/testimony-filter.ts';

export interface Testimonies {
  find(id: string): Promise<Testimony | undefined>;
  /** Returns the testimonies that exist, in the order of `ids`. */
  findAll(ids: readonly string[]): Promise<Testimony[]>;
  /**
   * Lists the testimonies of the client, newest first. A page may have fewer testimonies than requested although more
   * follow: it has a limited number of open offers, and with a filter a limited number of testimonies is examined.
   */
  listOfClient(
    clientId: string,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /** Lists the testimonies that the expert has made an offer on, newest first. Pages may be short, as for a client. */
  listOfExpert(
    expertId: string,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /** Lists the open testimonies in these regions that the expert has no open offer on, newest first. */
  listOfferable(
    regions: readonly string[],
    expertId: string,
    pageRequest: PageRequest,
    filter?: TestimonyFilter,
  ): Promise<Page<Testimony>>;
  /**
   * Lists testimonies that need the attention of operators: overdue ones (by due date or by time in escrow) with the
   * longest overdue first, all others with the oldest first.
   */
  listForOperators(list: OperatorList, pageRequest: PageRequest, now: Date): Promise<Page<Testimony>>;
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
