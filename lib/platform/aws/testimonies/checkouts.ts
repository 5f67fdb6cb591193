/** DynamoDB implementation of the store for checkouts and movements of money. */
import {
  checkoutActivity,
  paymentActivity,
  testimonyActivity,
} from '../../../domain/activity/market-activity.ts';
import type { Checkout, MoneyMovement } from '../../../domain/model/payment.ts';
import type { Checkouts, PaidOffer, PaymentUpdate } from '../../../domain/ports/market.ts';
import type { Random } from '../../../domain/ports/services.ts';
import { jobWrites } from '../jobs/job-writes.ts';
import { activityWrites } from '../table/activity.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { type NamedWrite, readItems, readOne, type Table, withoutKeys, writeAll } from '../table/table.ts';
import { type Condition, DOES_NOT_EXIST, EXISTS, equals, eventWrites, putItem } from '../table/writes.ts';
import { offerWrite, testimonyWrite } from './testimony-writes.ts';

interface Pointer {
  readonly sessionId: string;
}

export function dynamoCheckouts(table: Table, random: Random): Checkouts {
  const write = (writes: readonly NamedWrite[]) => writeAll(table, writes, random.uuid());
  const find = (sessionId: string) => readOne<Checkout>(table, itemKey.checkout(sessionId));

  return {
    async add(checkout, before) {
      const { id: sessionId, testimonyId } = checkout;
      const failed = await write([
        ['checkout', putItem(table, { ...itemKey.checkout(sessionId), ...checkout })],
        ['pointer', putItem(table, { ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId })],
        ['newest', newestWrite(table, checkout, before)],
      ]);
      return failed.size === 0;
    },

    async listOfTestimony(testimonyId) {
      const { pk, sk } = itemKey.checkoutPointer(testimonyId, '');
      const sessionIds = await queryAll(table, pk, sk, item => String(item.sessionId));
      return (await readItems(table, sessionIds.map(itemKey.checkout))).map(withoutKeys<Checkout>);
    },

    find,

    async findNewest(offerIds) {
      const pointers = (await readItems(table, offerIds.map(itemKey.paying))).map(withoutKeys<Pointer>);
      const keys = pointers.map(({ sessionId }) => itemKey.checkout(sessionId));
      return (await readItems(table, keys)).map(withoutKeys<Checkout>);
    },

    async replace(before, after) {
      return (await write([checkoutWrite(table, before, after)])).size === 0;
    },

    async accept(paidOffer) {
      return isWritten(await write(acceptanceWrites(table, paidOffer)));
    },

    async startRefund(checkout, payment, eventId, jobs) {
      const after = { ...checkout, state: 'refunding' } as const;
      const failed = await write([
        checkoutWrite(table, checkout, after),
        ...paymentWrites(table, payment),
        ...eventWrites(table, eventId),
        ...jobWrites(table, jobs),
        ...activityWrites(table, checkoutActivity(checkout, after)),
      ]);
      return isWritten(failed);
    },

    async findPaid(paymentId) {
      const pointer = await readOne<Pointer>(table, itemKey.payment(paymentId));
      return pointer && find(pointer.sessionId);
    },

    listMovements(testimonyId) {
      const { pk, sk } = itemKey.money(testimonyId, '');
      return queryAll(table, pk, sk, withoutKeys<MoneyMovement>);
    },

    async recordUpdate(update) {
      return isWritten(await write(paymentUpdateWrites(table, update)));
    },
  };
}

/** Checks whether the writes are done. An event that was already recorded counts as done: it has taken effect. */
const isWritten = (failed: ReadonlySet<string>) => failed.size === 0 || failed.has('event');

function paymentUpdateWrites(table: Table, update: PaymentUpdate): NamedWrite[] {
  const { movements, checkout, testimony, eventId, jobs } = update;
  return [
    ...(checkout ? [checkoutWrite(table, checkout.before, checkout.after)] : []),
    ...(testimony ? [testimonyWrite(table, testimony.before, testimony.after)] : []),
    ...movements.map(movement => moneyWrite(table, movement)),
    ...eventWrites(table, eventId),
    ...jobWrites(table, jobs),
    ...activityWrites(table, paymentActivity(update)),
  ];
}

function acceptanceWrites(table: Table, paidOffer: PaidOffer): NamedWrite[] {
  const { checkout, before, after, offer, expert, payment, eventId, jobs } = paidOffer;
  return [
    testimonyWrite(table, before, after),
    ['offer', offerWrite(table, offer, 'accept')],
    ['expert', partyWrite(table, expert.id, equals('version', expert.version))],
    ['client', partyWrite(table, before.clientId, EXISTS)],
    checkoutWrite(table, checkout, { ...checkout, state: 'accepted' }),
    ...paymentWrites(table, payment),
    ...eventWrites(table, eventId),
    ...jobWrites(table, jobs),
    ...activityWrites(table, testimonyActivity(before, after)),
  ];
}

/**
 * Builds the write that increments a user's version, so that a concurrent account deletion fails when the user becomes
 * a party to an accepted testimony.
 */
function partyWrite({ name }: Table, userId: string, condition: Condition): NamedWrite[1] {
  return {
    Update: {
      TableName: name,
      Key: { ...itemKey.user(userId) },
      ...condition,
      UpdateExpression: 'ADD version :one',
      ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':one': 1 },
    },
  };
}

/** Builds the write that replaces a checkout. Its condition fails when the state has changed since `before`. */
function checkoutWrite(table: Table, before: Checkout, after: Checkout): NamedWrite {
  return [
    'checkout',
    putItem(table, { ...itemKey.checkout(before.id), ...after }, equals('state', before.state)),
  ];
}

function newestWrite(table: Table, { id, offerId }: Checkout, before: Checkout | undefined): NamedWrite[1] {
  const pointer = { ...itemKey.paying(offerId), sessionId: id };
  return putItem(table, pointer, before ? equals('sessionId', before.id) : DOES_NOT_EXIST);
}

/** Builds the writes that record a payment, with a pointer by which later events of the payment find its checkout. */
function paymentWrites(table: Table, payment: MoneyMovement): NamedWrite[] {
  const { providerId, sessionId } = payment;
  return [
    moneyWrite(table, payment),
    ['payment', putItem(table, { ...itemKey.payment(providerId), sessionId })],
  ];
}

/** Builds the write that records a movement. Its key is the kind and the provider's id, so each is recorded once. */
function moneyWrite(table: Table, movement: MoneyMovement): NamedWrite {
  const { testimonyId, kind, providerId } = movement;
  return ['money', putItem(table, { ...itemKey.money(testimonyId, `${kind}#${providerId}`), ...movement })];
}
