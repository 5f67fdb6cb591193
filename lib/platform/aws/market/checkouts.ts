/** Checkouts in the table, and the writes that settle them. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Checkout, MoneyMovement } from '../../../domain/model/payment.ts';
import type { Acceptance, Checkouts } from '../../../domain/ports/market.ts';
import type { Random } from '../../../domain/ports/outside.ts';
import { jobWrites } from '../jobs/job-writes.ts';
import { key } from '../table/keys.ts';
import { type NamedWrite, readOne, type Table, writeAll } from '../table/table.ts';
import { equals, eventWrites, put } from '../table/writes.ts';
import { offerWrite, testimonyWrite } from './testimony-writes.ts';

export function dynamoCheckouts(table: Table, random: Random): Checkouts {
  const write = (writes: readonly NamedWrite[]) => writeAll(table, writes, random.uuid());

  return {
    async add(checkout) {
      const Item = { ...key.checkout(checkout.id), ...checkout };
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
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
  const expertUnchanged = {
    TableName: table.name,
    Key: { ...key.user(expert.id) },
    ...equals('version', expert.version),
  };
  return [
    testimonyWrite(table, before, after),
    ['offer', offerWrite(table, offer, 'accept')],
    ['expert', { ConditionCheck: expertUnchanged }],
    checkoutWrite(table, checkout, 'accepted'),
    moneyWrite(table, payment),
    ...eventWrites(table, eventId),
    ...jobWrites(table, jobs),
  ];
}

/** Fails unless the checkout is in the state it was read in. */
function checkoutWrite(table: Table, checkout: Checkout, state: Checkout['state']): NamedWrite {
  const item = { ...key.checkout(checkout.id), ...checkout, state };
  return ['checkout', put(table, item, equals('state', checkout.state))];
}

function moneyWrite(table: Table, movement: MoneyMovement): NamedWrite {
  return ['money', put(table, { ...key.money(movement.testimonyId, movement.id), ...movement })];
}
