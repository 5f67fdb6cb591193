/**
 * Conversion between testimonies and their items. The ids of the open offers are a set, so that an offer is added and
 * removed without reading the testimony. DynamoDB has no empty sets, so the attribute is absent when there are none.
 */
import type { Testimony } from '../../../domain/model/testimony.ts';
import { type Item, withoutKeys } from '../table/table.ts';

type StoredTestimony = Omit<Testimony, 'openOfferIds'> & {
  readonly openOfferIds?: ReadonlySet<string>;
};

export function toTestimony(item: Item): Testimony {
  const { openOfferIds = [], ...testimony } = withoutKeys<StoredTestimony>(item);
  return { ...testimony, openOfferIds: [...openOfferIds] };
}

export function toStoredTestimony({ openOfferIds, ...testimony }: Testimony): StoredTestimony {
  return { ...testimony, ...(openOfferIds.length > 0 && { openOfferIds: new Set(openOfferIds) }) };
}
