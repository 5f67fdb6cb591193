/** Writes that make up the transactions on testimonies and offers. */

import {
  creationActivity,
  offerActivity,
  testimonyActivity,
} from '../../../domain/activity/market-activity.ts';
import { operatorListDate } from '../../../domain/model/escrow.ts';
import type { Job } from '../../../domain/model/job.ts';
import {
  isOpen,
  isUnpaid,
  OFFER_TRANSITIONS,
  type Offer,
  TESTIMONY_TRANSITIONS,
  type Testimony,
} from '../../../domain/model/testimony.ts';
import type { TestimonyChange } from '../../../domain/ports/market.ts';
import { uploadUseWrite } from '../files/uploads.ts';
import { dismissalWrite } from '../jobs/dead-jobs.ts';
import { jobWrites } from '../jobs/job-writes.ts';
import { activityWrites } from '../table/activity.ts';
import { itemKey } from '../table/keys.ts';
import type { NamedWrite, Table } from '../table/table.ts';
import { auditItem, equals, putItem } from '../table/writes.ts';

export function newTestimonyWrites(table: Table, testimony: Testimony): NamedWrite[] {
  const { id: testimonyId, clientId } = testimony;
  return [
    ['testimony', putItem(table, testimonyItem(testimony))],
    ['pointer', putItem(table, { ...itemKey.ofClient(clientId, testimonyId), testimonyId })],
    ...activityWrites(table, creationActivity(testimony)),
  ];
}

export function testimonyChangeWrites(
  table: Table,
  { before, after, jobs, uploads = [], audit, dismissed }: TestimonyChange,
): NamedWrite[] {
  return [
    testimonyWrite(table, before, after),
    ...uploads.map(upload => uploadUseWrite(table, upload)),
    ...(audit ? [['audit', putItem(table, auditItem(audit))] as const] : []),
    ...(dismissed ? [dismissalWrite(table, dismissed.job, new Date(dismissed.at))] : []),
    ...jobWrites(table, jobs),
    ...activityWrites(table, testimonyActivity(before, after)),
  ];
}

/** Builds the write that replaces a testimony. Its condition fails when the testimony has changed since `before`. */
export function testimonyWrite(table: Table, before: Testimony, after: Testimony): NamedWrite {
  const next = { ...after, version: before.version + 1 };
  return ['testimony', putItem(table, testimonyItem(next), equals('version', before.version))];
}

/**
 * Builds the writes that add an offer. Their conditions fail when the testimony is not open or the expert already has
 * an open offer on it.
 */
export function newOfferWrites(
  table: Table,
  offer: Offer,
  region: string,
  jobs: readonly Job[],
): NamedWrite[] {
  const { id: offerId, testimonyId } = offer;
  return [
    ['testimony', { Update: offered(table, offer) }],
    ['offer', putItem(table, { ...itemKey.offer(testimonyId, offerId), ...offer })],
    ['open offer', { Update: offeredBy(table, offer, region) }],
    ['pointer', putItem(table, { ...itemKey.offerPointer(offerId), testimonyId })],
    ...jobWrites(table, jobs),
    ...activityWrites(table, offerActivity(offer, 'made')),
  ];
}

export function withdrawalWrites(table: Table, offer: Offer, jobs: readonly Job[]): NamedWrite[] {
  return [
    ['testimony', { ConditionCheck: whileOpen(table, offer.testimonyId) }],
    ['offer', offerWrite(table, offer, 'withdraw')],
    ['open offer', { Update: withdrawnBy(table, offer) }],
    ...jobWrites(table, jobs),
    ...activityWrites(table, offerActivity(offer, 'withdrawn')),
  ];
}

/**
 * Builds the update of the expert's pointer to a testimony. The pointer holds the ids of all the expert's offers on it,
 * the id of the open one, and the testimony's region, which never changes.
 */
function offeredBy({ name }: Table, { id, testimonyId, expert }: Offer, region: string) {
  return {
    TableName: name,
    Key: { ...itemKey.ofExpert(expert.id, testimonyId) },
    ConditionExpression: 'attribute_not_exists(openOfferId)',
    UpdateExpression:
      'SET testimonyId = :testimony, #region = :region, openOfferId = :offer, offerIds = list_append(if_not_exists(offerIds, :none), :offers)',
    ExpressionAttributeNames: { '#region': 'region' },
    ExpressionAttributeValues: {
      ':testimony': testimonyId,
      ':region': region,
      ':offer': id,
      ':offers': [id],
      ':none': [],
    },
  };
}

function withdrawnBy({ name }: Table, { id, testimonyId, expert }: Offer) {
  return {
    TableName: name,
    Key: { ...itemKey.ofExpert(expert.id, testimonyId) },
    ConditionExpression: 'openOfferId = :offer',
    UpdateExpression: 'REMOVE openOfferId',
    ExpressionAttributeValues: { ':offer': id },
  };
}

export function offerWrite(table: Table, offer: Offer, name: 'withdraw' | 'accept'): NamedWrite[1] {
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

const [PENDING, AGAIN] = TESTIMONY_TRANSITIONS.offer.from;

function whileOpen(table: Table, testimonyId: string) {
  return {
    TableName: table.name,
    Key: { ...itemKey.testimony(testimonyId) },
    ConditionExpression: '#state IN (:pending, :again)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':pending': PENDING, ':again': AGAIN },
  };
}

function offered(table: Table, { id, testimonyId }: Offer) {
  const condition = whileOpen(table, testimonyId);
  return {
    ...condition,
    UpdateExpression: 'SET #state = :again, offerIds = list_append(offerIds, :offers) ADD version :one',
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':offers': [id], ':one': 1 },
  };
}

function testimonyItem(testimony: Testimony): object {
  return { ...itemKey.testimony(testimony.id), ...testimony, ...placeInIndex(testimony) };
}

/**
 * Chooses the index list of a testimony, which is in at most one: open ones are listed for the experts of their region,
 * others for operators. A dispute takes precedence over the other operator lists. Lists are sorted by id, and so by
 * time, except for accepted testimonies, which are sorted by `operatorListDate`.
 */
function placeInIndex(testimony: Testimony): object | undefined {
  const { id, realEstate, state, payment, payout } = testimony;
  if (isOpen(testimony)) return { gsi1pk: `OPEN#${realEstate.region}`, gsi1sk: id };
  if (payment?.status === 'disputed') return { gsi1pk: 'TESTIMONIES#disputed', gsi1sk: id };
  if (state === 'accepted')
    return { gsi1pk: 'TESTIMONIES#due', gsi1sk: `${operatorListDate(testimony)} ${id}` };
  if (isUnpaid(testimony) && (payout?.status === 'owed' || payout?.status === 'failed')) {
    return { gsi1pk: `PAYOUTS#${payout.status}`, gsi1sk: id };
  }
  return undefined;
}
