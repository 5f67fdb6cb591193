/** DynamoDB implementation of the store for checkouts and ledgers. */
import type { Checkouts } from '../../../domain/ports/payments.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { readValid, toCheckout, toCheckoutPointer, toLedgerEntry } from '../table/records.ts';
import { readItem, readItems, readRecord, type Table } from '../table/table.ts';

export function dynamoCheckouts(table: Table): Checkouts {
  const find = (sessionId: string) => readRecord(table, itemKey.checkout(sessionId), toCheckout);

  return {
    async listOfTestimony(testimonyId) {
      const items = await queryAll(table, itemKey.checkoutPointer(testimonyId, ''), item => item);
      const pointers = items.map(toCheckoutPointer);
      const keys = pointers.map(({ sessionId }) => itemKey.checkout(sessionId));
      return (await readItems(table, keys)).map(toCheckout);
    },

    find,

    async findNewest(offerIds) {
      const pointers = readValid(await readItems(table, offerIds.map(itemKey.paying)), toCheckoutPointer);
      const keys = pointers.map(({ sessionId }) => itemKey.checkout(sessionId));
      return readValid(await readItems(table, keys), toCheckout);
    },

    async listPages(clientId) {
      const pages = await readItem(table, itemKey.openPages(clientId));
      return (pages?.sessionIds ?? []) as string[];
    },

    async findPaid(paymentId) {
      const pointer = await readRecord(table, itemKey.payment(paymentId), toCheckoutPointer);
      const checkout = pointer && (await find(pointer.sessionId));
      return checkout?.payment ? checkout : undefined;
    },

    async listEntries(testimonyId) {
      const items = await queryAll(table, itemKey.money(testimonyId, ''), item => item);
      return items.map(toLedgerEntry);
    },

    async findSentAmount(expertId, day) {
      const counter = await readItem(table, itemKey.sentOnDay(expertId, day));
      return Number(counter?.cents ?? 0);
    },
  };
}
