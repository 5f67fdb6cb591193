/**
 * DynamoDB implementation of the store for testimonies and offers. A testimony shares its partition with its offers.
 * Pointers in the partitions of the client and the experts list their testimonies. `gsi1` lists open testimonies per
 * region, and the testimonies that need an operator.
 */

import type { PageRequest } from '../../../domain/model/page.ts';
import type { Offer, Testimony } from '../../../domain/model/testimony.ts';
import { operatorListDate } from '../../../domain/model/testimony.ts';
import type { Testimonies } from '../../../domain/ports/testimonies.ts';
import { itemKey, TESTIMONY_LISTS, testimonyNumberPartition } from '../table/keys.ts';
import { queryAll, queryPage, takePageWhile } from '../table/lists.ts';
import { readBatch, readItems, readRecord, type Table, withoutKeys } from '../table/table.ts';
import { readOfferableTestimonies } from './offerable.ts';
import { toTestimony } from './testimony-record.ts';

const OPERATOR_LISTS = {
  overdue: TESTIMONY_LISTS.due,
  disputed: TESTIMONY_LISTS.disputed,
  complaint: TESTIMONY_LISTS.complaint,
  unbalanced: TESTIMONY_LISTS.unbalanced,
  held: TESTIMONY_LISTS['payout-held'],
  owed: TESTIMONY_LISTS['payout-owed'],
  failed: TESTIMONY_LISTS['payout-failed'],
} as const;

interface Pointer {
  readonly testimonyId: string;
  readonly offerIds?: readonly string[];
}

export function dynamoTestimonies(table: Table): Testimonies {
  async function offersAt(pointers: readonly Pointer[]): Promise<Offer[]> {
    const keys = pointers.flatMap(({ testimonyId, offerIds = [] }) =>
      offerIds.map(id => itemKey.offer(testimonyId, id)),
    );
    const offers = (await readItems(table, keys)).map(withoutKeys<Offer>);
    return offers.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async function pointedAt(pk: string, pageRequest: PageRequest) {
    const pointers = await queryPage(table, { pk, newestFirst: true }, pageRequest, withoutKeys<Pointer>);
    return { ...pointers, items: await findAll(pointers.items.map(({ testimonyId }) => testimonyId)) };
  }

  async function findAll(ids: readonly string[]): Promise<Testimony[]> {
    const items = await readItems(table, ids.map(itemKey.testimony));
    const found = new Map(items.map(item => [item.pk, toTestimony(item)]));
    return ids.map(id => found.get(itemKey.testimony(id).pk)).filter(item => item !== undefined);
  }

  return {
    async find(id) {
      const [item] = await readBatch(table, [itemKey.testimony(id)]);
      return item && toTestimony(item);
    },
    findAll,

    listOfClient: (clientId, pageRequest) => pointedAt(itemKey.ofClient(clientId, '').pk, pageRequest),

    listOfExpert: (expertId, pageRequest) => pointedAt(itemKey.ofExpert(expertId, '').pk, pageRequest),

    listOfferable: (regions, expertId, pageRequest) =>
      readOfferableTestimonies(table, regions, expertId, pageRequest),

    async listForOperators(list, pageRequest, now) {
      const pk = OPERATOR_LISTS[list];
      const page = await queryPage(table, { index: 'gsi1', pk }, pageRequest, toTestimony);
      if (list !== 'overdue') return page;
      // The list is sorted by `operatorListDate`, so the page ends at the first future date.
      return takePageWhile(testimony => operatorListDate(testimony) <= now.toISOString(), page);
    },

    async listByNumber(number, pageRequest) {
      const list = { index: 'gsi1', pk: testimonyNumberPartition(number) } as const;
      const pointers = await queryPage(table, list, pageRequest, withoutKeys<Pointer>);
      return { ...pointers, items: await findAll(pointers.items.map(({ testimonyId }) => testimonyId)) };
    },

    listOffers(testimonyId) {
      const { pk, sk } = itemKey.offer(testimonyId, '');
      return queryAll(table, pk, sk, withoutKeys<Offer>);
    },

    listOffersOnAll: testimonies =>
      offersAt(testimonies.map(({ id: testimonyId, openOfferIds: offerIds }) => ({ testimonyId, offerIds }))),

    async listOffersOfExpert(expertId, testimonyIds) {
      const pointers = await readBatch(
        table,
        testimonyIds.map(id => itemKey.ofExpert(expertId, id)),
      );
      return offersAt(pointers.map(withoutKeys<Pointer>));
    },

    async findOffer(offerId) {
      const pointer = await readRecord<Pointer>(table, itemKey.offerPointer(offerId));
      return pointer && readRecord<Offer>(table, itemKey.offer(pointer.testimonyId, offerId));
    },
  };
}
