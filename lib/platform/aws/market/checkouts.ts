/** Checkouts in the table, and the writes that settle them. */
import type { Checkout, MoneyMovement } from '../../../domain/model/payment.ts';
import type { Acceptance, Checkouts } from '../../../domain/ports/market.ts';
import type { Random } from '../../../domain/ports/outside.ts';
import { jobWrites } from '../jobs/job-writes.ts';
import { key } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { type NamedWrite, readMany, readOne, type Table, withoutKeys, writeAll } from '../table/table.ts';
import { type Condition, EXISTS, equals, eventWrites, put } from '../table/writes.ts';
import { offerWrite, testimonyWrite } from './testimony-writes.ts';

export function dynamoCheckouts(table: Table, random: Random): Checkouts {
  const write = (writes: readonly NamedWrite[]) => writeAll(table, writes, random.uuid());

  return {
    async add(checkout) {
      const { id: sessionId, testimonyId } = checkout;
      await write([
        ['checkout', put(table, { ...key.checkout(sessionId), ...checkout })],
        ['pointer', put(table, { ...key.checkoutPointer(testimonyId, sessionId), sessionId })],
      ]);
    },

    async listOf(testimonyId) {
      const { pk, sk } = key.checkoutPointer(testimonyId, '');
      const sessionIds = await queryAll(table, pk, sk, item => String(item.sessionId));
      return (await readMany(table, sessionIds.map(key.checkout))).map(withoutKeys<Checkout>);
    },

    listMoneyOf(testimonyId) {
      const { pk, sk } = key.money(testimonyId, '');
      return queryAll(table, pk, sk, withoutKeys<MoneyMovement>);
    },

    find: sessionId => readOne<Checkout>(table, key.checkout(sessionId)),

    async accept(acceptance) {
      return isWritten(await write(acceptanceWrites(table, acceptance)));
    },

    async startRefund(checkout, payment, eventId, jobs) {
      const failed = await write([
        checkoutWrite(table, checkout, 'refunding'),
        moneyWrite(table, payment),
        ...eventWrites(table, eventId),
        ...jobWrites(table, jobs),
      ]);
      return isWritten(failed);
    },

    async refunded(checkout, refund, jobs) {
      await write([
        checkoutWrite(table, checkout, 'refunded'),
        moneyWrite(table, refund),
        ...jobWrites(table, jobs),
      ]);
    },
  };
}

/** An event that has had its effect has no other. */
const isWritten = (failed: ReadonlySet<string>) => failed.size === 0 || failed.has('event');

function acceptanceWrites(table: Table, acceptance: Acceptance): NamedWrite[] {
  const { checkout, before, after, offer, expert, payment, eventId, jobs } = acceptance;
  return [
    testimonyWrite(table, before, after),
    ['offer', offerWrite(table, offer, 'accept')],
    ['expert', partyWrite(table, expert.id, equals('version', expert.version))],
    ['client', partyWrite(table, before.clientId, EXISTS)],
    checkoutWrite(table, checkout, 'accepted'),
    moneyWrite(table, payment),
    ...eventWrites(table, eventId),
    ...jobWrites(table, jobs),
  ];
}

/** Counts as a write of theirs, so that nobody closes an account that an order has just come to. */
function partyWrite({ name }: Table, userId: string, condition: Condition): NamedWrite[1] {
  return {
    Update: {
      TableName: name,
      Key: { ...key.user(userId) },
      ...condition,
      UpdateExpression: 'ADD version :one',
      ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':one': 1 },
    },
  };
}

/** Fails unless the checkout is in the state it was read in. */
function checkoutWrite(table: Table, checkout: Checkout, state: Checkout['state']): NamedWrite {
  const item = { ...key.checkout(checkout.id), ...checkout, state };
  return ['checkout', put(table, item, equals('state', checkout.state))];
}

function moneyWrite(table: Table, movement: MoneyMovement): NamedWrite {
  return ['money', put(table, { ...key.money(movement.testimonyId, movement.id), ...movement })];
}
