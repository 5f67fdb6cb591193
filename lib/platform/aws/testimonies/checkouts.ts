/** DynamoDB implementation of the store for checkouts and movements of money. */
import type { Checkout } from '../../../domain/model/checkout-session.ts';
import type { MoneyMovement } from '../../../domain/model/movement.ts';
import type { Checkouts } from '../../../domain/ports/payments.ts';
import { itemKey, REFUND_LISTS } from '../table/keys.ts';
import { queryAll, queryPage } from '../table/lists.ts';
import { readItems, readRecord, type Table, withoutKeys } from '../table/table.ts';

interface Pointer {
  readonly sessionId: string;
}

export function dynamoCheckouts(table: Table): Checkouts {
  const find = (sessionId: string) => readRecord<Checkout>(table, itemKey.checkout(sessionId));

  return {
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

    async findPaid(paymentId) {
      const pointer = await readRecord<Pointer>(table, itemKey.payment(paymentId));
      return pointer && find(pointer.sessionId);
    },

    listRefunds(status, pageRequest) {
      const pk = REFUND_LISTS[status];
      return queryPage(table, { index: 'gsi1', pk }, pageRequest, withoutKeys<Checkout>);
    },

    listMovements(testimonyId) {
      const { pk, sk } = itemKey.money(testimonyId, '');
      return queryAll(table, pk, sk, withoutKeys<MoneyMovement>);
    },
  };
}
