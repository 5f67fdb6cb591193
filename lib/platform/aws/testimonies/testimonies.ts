/**
 * DynamoDB implementation of the store for testimonies and offers. A testimony shares its partition with its offers.
 * Pointers in the partitions of the client and the experts list their testimonies. `gsi1` contains the lists of open
 * testimonies per region and the operators' lists: testimonies by number, and amounts that wait.
 */

import type { Offer } from '../../../domain/model/offers/offer.ts';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { Checkout } from '../../../domain/model/payments/checkout-session.ts';
import type { Testimony } from '../../../domain/model/testimonies/testimony.ts';
import { getOperatorListDate } from '../../../domain/model/testimonies/testimony.ts';
import {
  hasCondition,
  isBeforeFilter,
  matchesFilter,
  type TestimonyFilter,
} from '../../../domain/model/testimonies/testimony-filter.ts';
import type { Testimonies } from '../../../domain/ports/testimonies.ts';
import { getMoneyListPartition, getTestimonyNumberPartition, itemKey } from '../table/keys.ts';
import { queryAll, queryPage, selectFromPage, takePageWhile } from '../table/lists.ts';
import { readValid, toCheckout, toOffer, toTestimony, toTestimonyPointer } from '../table/records.ts';
import { type Item, readBatch, readItems, readRecord, type Table } from '../table/table.ts';
import { readOfferableTestimonies } from './offerable.ts';

/**
 * Maximum number of open offers on the testimonies of a page, unless one testimony alone has more. The offers of a page
 * are read in batches of 100, one after another.
 */
const MAX_OFFERS_PER_PAGE = 500;

const toWaitingRecord = (item: Item): Testimony | Checkout =>
  String(item.pk).startsWith(itemKey.checkout('').pk) ? toCheckout(item) : toTestimony(item);

export function dynamoTestimonies(table: Table): Testimonies {
  async function offersAt(pointers: readonly ReturnType<typeof toTestimonyPointer>[]): Promise<Offer[]> {
    const keys = pointers.flatMap(({ testimonyId, offerIds = [] }) =>
      offerIds.map(id => itemKey.offer(testimonyId, id)),
    );
    const offers = readValid(await readItems(table, keys), toOffer);
    return offers.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * Reads a page of a client's or an expert's list. With a filter, one request examines as many testimonies as the
   * largest page contains. It therefore takes one query and one batch, even if few testimonies match.
   */
  async function pointedAt(
    pk: string,
    pageRequest: PageRequest,
    filter: TestimonyFilter,
    weigh: (testimony: Testimony) => number,
  ): Promise<Page<Testimony>> {
    const examined = hasCondition(filter) ? { ...pageRequest, limit: MAX_PAGE_SIZE } : pageRequest;
    const pointers = await queryPage(table, { pk, newestFirst: true }, examined, toTestimonyPointer);
    const items = await findAll(pointers.items.map(({ testimonyId }) => testimonyId));
    const { next, ...page } = { ...pointers, items };
    const isEnd = !pageRequest.back && items.some(testimony => isBeforeFilter(filter, testimony));
    return selectFromPage({ ...page, ...(next && !isEnd && { next }) }, pageRequest, {
      isListed: testimony => matchesFilter(filter, testimony),
      getPosition: ({ id }) => id,
      weigh,
      maxWeight: MAX_OFFERS_PER_PAGE,
    });
  }

  async function findAll(ids: readonly string[]): Promise<Testimony[]> {
    const items = await readItems(table, ids.map(itemKey.testimony));
    const found = new Map(readValid(items, toTestimony).map(testimony => [testimony.id, testimony]));
    return ids.map(id => found.get(id)).filter(item => item !== undefined);
  }

  return {
    find: id => readRecord(table, itemKey.testimony(id), toTestimony),
    findAll,

    listOfClient: (clientId, pageRequest, filter = {}) =>
      pointedAt(
        itemKey.ofClient(clientId, '').pk,
        pageRequest,
        filter,
        ({ openOfferIds }) => openOfferIds.length,
      ),

    // An expert sees at most `MAX_OFFERS_OF_EXPERT` offers on a testimony, so a page needs no further limit of offers.
    listOfExpert: (expertId, pageRequest, filter = {}) =>
      pointedAt(itemKey.ofExpert(expertId, '').pk, pageRequest, filter, () => 0),

    listOfferable: (expert, pageRequest, filter = {}) =>
      readOfferableTestimonies(table, expert, pageRequest, filter),

    async listWaiting(list, pageRequest, now) {
      const pk = getMoneyListPartition(list);
      const page = await queryPage(table, { index: 'gsi1', pk }, pageRequest, toWaitingRecord);
      if (list !== 'overdue') return page;
      // The list is sorted by `getOperatorListDate`, so the page ends at the first future date.
      const isOverdue = (record: Testimony | Checkout) =>
        'dueAt' in record && getOperatorListDate(record) <= now.toISOString();
      return takePageWhile(isOverdue, page);
    },

    async listByNumber(number, pageRequest) {
      const list = { index: 'gsi1', pk: getTestimonyNumberPartition(number) } as const;
      const pointers = await queryPage(table, list, pageRequest, toTestimonyPointer);
      return { ...pointers, items: await findAll(pointers.items.map(({ testimonyId }) => testimonyId)) };
    },

    listOffers: testimonyId => queryAll(table, itemKey.offer(testimonyId, ''), toOffer),

    listOffersOnAll: testimonies =>
      offersAt(testimonies.map(({ id: testimonyId, openOfferIds: offerIds }) => ({ testimonyId, offerIds }))),

    async listOffersOfExpert(expertId, testimonyIds) {
      const pointers = await readBatch(
        table,
        testimonyIds.map(id => itemKey.ofExpert(expertId, id)),
      );
      return offersAt(readValid(pointers, toTestimonyPointer));
    },

    async findOffer(offerId) {
      const pointer = await readRecord(table, itemKey.offerPointer(offerId), toTestimonyPointer);
      return pointer && readRecord(table, itemKey.offer(pointer.testimonyId, offerId), toOffer);
    },
  };
}
