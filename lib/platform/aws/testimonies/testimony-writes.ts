/** Writes for changes of testimonies and offers. A testimony shares its partition with its offers. */

import { MAX_OFFERS_OF_EXPERT } from '../../../domain/input-limits.ts';
import { OFFER_TRANSITIONS, type Offer } from '../../../domain/model/offers/offer.ts';
import type { WaitingMoney } from '../../../domain/model/payments/money-list.ts';
import {
  isOpen,
  MAX_OPEN_OFFERS,
  TESTIMONY_TRANSITIONS,
  type Testimony,
  type TestimonyState,
} from '../../../domain/model/testimonies/testimony.ts';
import type { TestimonyChanges } from '../../../domain/model/testimonies/testimony-changes.ts';
import {
  createMoneyListKeys,
  getOpenPartition,
  getTestimonyNumberPartition,
  itemKey,
} from '../table/keys.ts';
import type { Table, TransactionWrite, WireItem } from '../table/table.ts';
import {
  attributeEquals,
  type ChangeWriters,
  createPutOrConflict,
  createUpdate,
  orConflict,
  type WriteCondition,
} from '../table/writes.ts';

const NOT_OPEN = { reason: 'not-allowed', code: 'wrong-state' } as const;
const ALREADY_OFFERED = { reason: 'not-allowed', code: 'already-offered' } as const;
const TOO_MANY_OFFERS = { reason: 'not-allowed', code: 'too-many-offers' } as const;

export function testimonyWriters(table: Table) {
  return {
    'testimony-created'({ testimony }) {
      const { id: testimonyId, clientId, createdAt } = testimony;
      return [
        createPutOrConflict(table, testimonyItem(testimony, undefined)),
        createPutOrConflict(table, {
          ...itemKey.ofClient(clientId, testimonyId),
          testimonyId,
          // The pointer is never changed or deleted, so it also serves to find the testimony by its number.
          gsi1pk: getTestimonyNumberPartition(testimonyId),
          gsi1sk: testimonyId,
        }),
        createPutOrConflict(table, itemKey.created(createdAt, 'testimony', testimonyId)),
      ];
    },

    'testimony-changed': ({ before, after, waiting }) => [
      createPutOrConflict(
        table,
        testimonyItem({ ...after, version: before.version + 1 }, waiting),
        attributeEquals('version', before.version),
      ),
    ],

    'offer-created'({ offer, region }) {
      const { id: offerId, testimonyId } = offer;
      return [
        // This write comes first, because the first rejection determines the error: an expert with an open offer gets
        // `already-offered`.
        {
          write: setOpenOffer(table, offer, region),
          rejection: ({ openOfferId }) => (openOfferId ? ALREADY_OFFERED : TOO_MANY_OFFERS),
        },
        {
          write: addToTestimony(table, offer),
          rejection: found => (isFoundOpen(found) ? TOO_MANY_OFFERS : NOT_OPEN),
        },
        createPutOrConflict(table, { ...itemKey.offer(testimonyId, offerId), ...offer }),
        createPutOrConflict(table, { ...itemKey.offerPointer(offerId), testimonyId }),
      ];
    },

    'offer-withdrawn': ({ offer }) => [
      { write: removeFromTestimony(table, offer), rejection: NOT_OPEN },
      { write: transitionOffer(table, offer, 'withdraw'), rejection: NOT_OPEN },
      { write: removeOpenOffer(table, offer), rejection: NOT_OPEN },
    ],

    'offer-accepted': ({ offer }) => [orConflict(transitionOffer(table, offer, 'accept'))],
  } satisfies ChangeWriters<TestimonyChanges>;
}

/**
 * Builds the update of the expert's pointer to a testimony. The pointer holds the ids of all the expert's offers for
 * the testimony, the id of the open offer, and the region of the testimony. The region never changes. The condition
 * fails if the expert has an open offer or the maximum number of offers for the testimony.
 */
function setOpenOffer(table: Table, { id, testimonyId, expert }: Offer, region: string): TransactionWrite {
  const update = createUpdate(
    table,
    itemKey.ofExpert(expert.id, testimonyId),
    'SET testimonyId = :testimony, #region = :region, openOfferId = :offer, offerIds = list_append(if_not_exists(offerIds, :none), :offers)',
    {
      ':testimony': testimonyId,
      ':region': region,
      ':offer': id,
      ':offers': [id],
      ':none': [],
      ':most': MAX_OFFERS_OF_EXPERT,
    },
    'attribute_not_exists(openOfferId) AND (attribute_not_exists(offerIds) OR size(offerIds) < :most)',
  );
  const ExpressionAttributeNames = { '#region': 'region' };
  return { Update: { ...update, ExpressionAttributeNames, ...WITH_FOUND_ITEM } };
}

function removeOpenOffer(table: Table, { id, testimonyId, expert }: Offer): TransactionWrite {
  const key = itemKey.ofExpert(expert.id, testimonyId);
  const isOpenOffer = 'openOfferId = :offer';
  return { Update: createUpdate(table, key, 'REMOVE openOfferId', { ':offer': id }, isOpenOffer) };
}

function transitionOffer(table: Table, offer: Offer, name: 'withdraw' | 'accept'): TransactionWrite {
  const { from, to } = OFFER_TRANSITIONS[name];
  const key = itemKey.offer(offer.testimonyId, offer.id);
  const condition = attributeEquals('state', from[0]);
  return { Update: createUpdate(table, key, 'SET #attribute = :to', { ':to': to }, condition) };
}

const WITH_FOUND_ITEM = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const [PENDING, OFFERED] = TESTIMONY_TRANSITIONS.offer.from;

const WHILE_OPEN: WriteCondition = {
  ConditionExpression: '#state IN (:pending, :offered)',
  ExpressionAttributeNames: { '#state': 'state' },
  ExpressionAttributeValues: { ':pending': PENDING, ':offered': OFFERED },
};

/**
 * Builds an update that adds an offer to the open offers of a testimony. The condition fails if the testimony is not
 * open or has the maximum number of open offers.
 */
function addToTestimony(table: Table, { id, testimonyId, createdAt }: Offer): TransactionWrite {
  const update = createUpdate(
    table,
    itemKey.testimony(testimonyId),
    'SET #state = :offered, firstOfferAt = if_not_exists(firstOfferAt, :at) ADD openOfferIds :offers, version :one',
    { ':offers': new Set([id]), ':at': createdAt, ':one': 1, ':most': MAX_OPEN_OFFERS },
    WHILE_OPEN,
  );
  const ConditionExpression = `${WHILE_OPEN.ConditionExpression} AND (attribute_not_exists(openOfferIds) OR size(openOfferIds) < :most)`;
  return { Update: { ...update, ConditionExpression, ...WITH_FOUND_ITEM } };
}

function removeFromTestimony(table: Table, { id, testimonyId }: Offer): TransactionWrite {
  const change = 'DELETE openOfferIds :offers ADD version :one';
  const values = { ':offers': new Set([id]), ':one': 1 };
  return { Update: createUpdate(table, itemKey.testimony(testimonyId), change, values, WHILE_OPEN) };
}

function isFoundOpen({ state }: WireItem): boolean {
  return isOpen({ state: state?.S as TestimonyState });
}

/**
 * Builds the item of a testimony. The index lists an open testimony by region, and another one for operators while an
 * amount of it waits.
 */
function testimonyItem(testimony: Testimony, waiting: WaitingMoney | undefined): object {
  const { id, market, realEstate, openOfferIds } = testimony;
  const listed = isOpen(testimony)
    ? { gsi1pk: getOpenPartition(realEstate.region, market), gsi1sk: id }
    : createMoneyListKeys(waiting, id);
  const openOffers = openOfferIds.length > 0 ? new Set(openOfferIds) : undefined;
  return { ...itemKey.testimony(id), ...testimony, openOfferIds: openOffers, ...listed };
}
