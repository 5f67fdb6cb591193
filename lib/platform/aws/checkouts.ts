/** Checkouts in the table, and the writes that settle them. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Checkout } from '../../domain/checkouts.ts';
import type { MoneyMovement } from '../../domain/money.ts';
import type { Acceptance } from '../../domain/settlement.ts';
import type { Checkouts, Random } from '../../domain/world.ts';
import { key } from './keys.ts';
import { type Named, readAll, type Table, withoutKeys, writeAll } from './table.ts';
import { offerWrite, testimonyWrite } from './testimony-writes.ts';
import { equals, eventWrites, jobWrites, put } from './writes.ts';

export function dynamoCheckouts(table: Table, random: Random): Checkouts {
  const write = (writes: readonly Named[]) => writeAll(table, writes, random.uuid());

  return {
    async add(checkout) {
      const Item = { ...key.checkout(checkout.id), ...checkout };
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
    },

    async find(sessionId) {
      const [item] = await readAll(table, [key.checkout(sessionId)]);
      return item && withoutKeys<Checkout>(item);
    },

    async accept(acceptance) {
      return isWritten(await write(acceptanceWrites(table, acceptance)));
    },

    async giveBack(checkout, payment, eventId, jobs) {
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

function acceptanceWrites(table: Table, acceptance: Acceptance): Named[] {
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
function checkoutWrite(table: Table, checkout: Checkout, state: Checkout['state']): Named {
  const item = { ...key.checkout(checkout.id), ...checkout, state };
  return ['checkout', put(table, item, equals('state', checkout.state))];
}

function moneyWrite(table: Table, movement: MoneyMovement): Named {
  return ['money', put(table, { ...key.money(movement.testimonyId, movement.id), ...movement })];
}
