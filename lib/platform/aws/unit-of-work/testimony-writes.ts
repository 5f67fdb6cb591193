/** Writes for changes of testimonies and offers. A testimony shares its partition with its offers. */

import type { TestimonyList } from '../../../domain/model/testimony.ts';
import {
  isOpen,
  MAX_OFFERS_OF_EXPERT,
  MAX_OPEN_OFFERS,
  OFFER_TRANSITIONS,
  type Offer,
  TESTIMONY_TRANSITIONS,
  type Testimony,
  type TestimonyState,
} from '../../../domain/model/testimony.ts';
import { itemKey, operatorListPartition, testimonyNumberPartition } from '../table/keys.ts';
import type { Table, TransactionWrite, TypedItem } from '../table/table.ts';
import { attributeEquals, CONFLICT_REJECTION, putOrConflict, type Writers } from '../table/writes.ts';
import { toStoredTestimony } from '../testimonies/testimony-record.ts';

const NOT_OPEN = { reason: 'not-allowed', code: 'wrong-state' } as const;
const ALREADY_OFFERED = { reason: 'not-allowed', code: 'already-offered' } as const;
const TOO_MANY_OFFERS = { reason: 'not-allowed', code: 'too-many-offers' } as const;

type TestimonyKind =
  | 'testimony-created'
  | 'testimony-changed'
  | 'offer-created'
  | 'offer-withdrawn'
  | 'offer-accepted';

export function testimonyWriters(table: Table): Pick<Writers, TestimonyKind> {
  return {
    'testimony-created'({ testimony, list }) {
      const { id: testimonyId, clientId, createdAt } = testimony;
      return [
        putOrConflict(table, testimonyItem(testimony, list)),
        putOrConflict(table, {
          ...itemKey.ofClient(clientId, testimonyId),
          testimonyId,
          // The pointer is never changed or deleted, so it also lists the testimony by its number.
          gsi1pk: testimonyNumberPartition(testimonyId),
          gsi1sk: testimonyId,
        }),
        putOrConflict(table, itemKey.created(createdAt, 'testimony', testimonyId)),
      ];
    },

    'testimony-changed': ({ before, after, list }) => [
      putOrConflict(
        table,
        testimonyItem({ ...after, version: before.version + 1 }, list),
        attributeEquals('version', before.version),
      ),
    ],

    'offer-created'({ offer, region }) {
      const { id: offerId, testimonyId } = offer;
      return [
        // This write comes first, because the first rejection decides the error: an expert with an open offer gets
        // `already-offered`.
        {
          write: { Update: setOpenOffer(table, offer, region) },
          rejection: ({ openOfferId }) => (openOfferId ? ALREADY_OFFERED : TOO_MANY_OFFERS),
        },
        {
          write: { Update: addToTestimony(table, offer) },
          rejection: found => (isFoundOpen(found) ? TOO_MANY_OFFERS : NOT_OPEN),
        },
        putOrConflict(table, { ...itemKey.offer(testimonyId, offerId), ...offer }),
        putOrConflict(table, { ...itemKey.offerPointer(offerId), testimonyId }),
      ];
    },

    'offer-withdrawn': ({ offer }) => [
      { write: { Update: removeFromTestimony(table, offer) }, rejection: NOT_OPEN },
      { write: transitionOffer(table, offer, 'withdraw'), rejection: NOT_OPEN },
      { write: { Update: removeOpenOffer(table, offer) }, rejection: NOT_OPEN },
    ],

    'offer-accepted': ({ offer }) => [
      { write: transitionOffer(table, offer, 'accept'), rejection: CONFLICT_REJECTION },
    ],
  };
}

/**
 * Builds the update of the expert's pointer to a testimony. The pointer holds the ids of all the expert's offers for
 * the testimony, the id of the open offer, and the region of the testimony. The region never changes. The condition
 * limits the number of ids.
 */
function setOpenOffer({ name }: Table, { id, testimonyId, expert }: Offer, region: string) {
  return {
    TableName: name,
    Key: { ...itemKey.ofExpert(expert.id, testimonyId) },
    ConditionExpression:
      'attribute_not_exists(openOfferId) AND (attribute_not_exists(offerIds) OR size(offerIds) < :most)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    UpdateExpression:
      'SET testimonyId = :testimony, #region = :region, openOfferId = :offer, offerIds = list_append(if_not_exists(offerIds, :none), :offers)',
    ExpressionAttributeNames: { '#region': 'region' },
    ExpressionAttributeValues: {
      ':testimony': testimonyId,
      ':region': region,
      ':offer': id,
      ':offers': [id],
      ':none': [],
      ':most': MAX_OFFERS_OF_EXPERT,
    },
  };
}

function removeOpenOffer({ name }: Table, { id, testimonyId, expert }: Offer) {
  return {
    TableName: name,
    Key: { ...itemKey.ofExpert(expert.id, testimonyId) },
    ConditionExpression: 'openOfferId = :offer',
    UpdateExpression: 'REMOVE openOfferId',
    ExpressionAttributeValues: { ':offer': id },
  };
}

function transitionOffer(table: Table, offer: Offer, name: 'withdraw' | 'accept'): TransactionWrite {
  const { from, to } = OFFER_TRANSITIONS[name];
  return {
    Update: {
      TableName: table.name,
      Key: { ...itemKey.offer(offer.testimonyId, offer.id) },
      ConditionExpression: '#state = :from',
      UpdateExpression: 'SET #state = :to',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':from': from[0], ':to': to },
    },
  };
}

const [PENDING, OFFERED] = TESTIMONY_TRANSITIONS.offer.from;

function whileOpen(table: Table, testimonyId: string) {
  return {
    TableName: table.name,
    Key: { ...itemKey.testimony(testimonyId) },
    ConditionExpression: '#state IN (:pending, :offered)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':pending': PENDING, ':offered': OFFERED },
  };
}

/** Builds the update that adds an offer to the set of open offers. The condition limits the size of the set. */
function addToTestimony(table: Table, { id, testimonyId, createdAt }: Offer) {
  const condition = whileOpen(table, testimonyId);
  return {
    ...condition,
    ConditionExpression: `${condition.ConditionExpression} AND (attribute_not_exists(openOfferIds) OR size(openOfferIds) < :most)`,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    UpdateExpression:
      'SET #state = :offered, firstOfferAt = if_not_exists(firstOfferAt, :at) ADD openOfferIds :offers, version :one',
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ':offers': new Set([id]),
      ':at': createdAt,
      ':one': 1,
      ':most': MAX_OPEN_OFFERS,
    },
  };
}

/** Builds the update that removes a withdrawn offer from the set of open offers. */
function removeFromTestimony(table: Table, { id, testimonyId }: Offer) {
  const condition = whileOpen(table, testimonyId);
  return {
    ...condition,
    UpdateExpression: 'DELETE openOfferIds :offers ADD version :one',
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ':offers': new Set([id]),
      ':one': 1,
    },
  };
}

function isFoundOpen({ state }: TypedItem): boolean {
  return isOpen({ state: state?.S as TestimonyState });
}

/** Builds the item of a testimony. The index sorts lists by id, and so by time, unless the list has a date. */
function testimonyItem(testimony: Testimony, list: TestimonyList | undefined): object {
  const { id } = testimony;
  const listed = list && {
    gsi1pk: list.name === 'open' ? `OPEN#${list.region}` : operatorListPartition(list.name),
    gsi1sk: list.name === 'overdue' ? `${list.date} ${id}` : id,
  };
  return { ...itemKey.testimony(id), ...toStoredTestimony(testimony), ...listed };
}
