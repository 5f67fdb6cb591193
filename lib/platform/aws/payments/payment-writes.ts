/** Writes for changes of checkouts and for new ledger entries. */

import type { Checkout } from '../../../domain/model/payments/checkout-session.ts';
import { createEntryKey } from '../../../domain/model/payments/ledger-entry.ts';
import type { WaitingMoney } from '../../../domain/model/payments/money-list.ts';
import type { PaymentChanges } from '../../../domain/model/payments/payment-changes.ts';
import { DAY_SECONDS } from '../../../durations.ts';
import { createMoneyListKeys, itemKey } from '../table/keys.ts';
import { computeExpirySeconds, type Table } from '../table/table.ts';
import {
  attributeEquals,
  type ChangeWriters,
  createDelete,
  createPutOrConflict,
  createUpdate,
  DOES_NOT_EXIST,
  EXISTS,
  orConflict,
} from '../table/writes.ts';
import { createDifferenceItem, createEntryIndexKeys } from './books.ts';

const PAGES_SECONDS = DAY_SECONDS;
const DAY_COUNTER_SECONDS = 3 * DAY_SECONDS;

export function paymentWriters(table: Table) {
  const isNewest = (previous: Checkout | undefined) =>
    previous ? attributeEquals('sessionId', previous.id) : DOES_NOT_EXIST;

  return {
    'checkout-created'({ checkout, previous, pages: { before, after } }) {
      const { id: sessionId, testimonyId, offerId, clientId, payableUntil } = checkout;
      const values = { ':after': after, ':end': computeExpirySeconds(new Date(payableUntil), PAGES_SECONDS) };
      const isRead =
        before.length === 0
          ? DOES_NOT_EXIST
          : {
              ConditionExpression: 'sessionIds = :before',
              ExpressionAttributeValues: { ':before': before },
            };
      const update = 'SET sessionIds = :after, expiresAt = :end';
      return [
        createPutOrConflict(table, { ...itemKey.checkout(sessionId), ...checkout }),
        createPutOrConflict(table, { ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId }),
        createPutOrConflict(table, { ...itemKey.paying(offerId), sessionId }, isNewest(previous)),
        orConflict({ Update: createUpdate(table, itemKey.openPages(clientId), update, values, isRead) }),
      ];
    },

    'checkout-changed': ({ before, after, waiting }) => [
      createPutOrConflict(
        table,
        checkoutItem({ ...after, version: before.version + 1 }, waiting),
        attributeEquals('version', before.version),
      ),
    ],

    /**
     * Writes an entry, which the index lists by month. A payment also gets a pointer, by which later events of the
     * payment find the checkout. The entry to the expert's account writes the pointer, because the entry of the
     * commission is optional.
     */
    'entry-recorded'({ entry }) {
      const { testimonyId, kind, sourceId, sessionId, to } = entry;
      const item = createPutOrConflict(table, {
        ...itemKey.money(testimonyId, createEntryKey(entry)),
        ...entry,
        ...createEntryIndexKeys(entry),
      });
      return kind === 'payment' && to !== 'deferred-commission'
        ? [item, createPutOrConflict(table, { ...itemKey.payment(sourceId), sessionId })]
        : [item];
    },

    'payout-counted'({ expertId, day, sent, amount }) {
      const update = 'ADD cents :amount SET expiresAt = :end';
      const values = { ':amount': amount, ':end': computeExpirySeconds(new Date(day), DAY_COUNTER_SECONDS) };
      const isRead = sent === 0 ? DOES_NOT_EXIST : attributeEquals('cents', sent);
      const key = itemKey.sentOnDay(expertId, day);
      return [orConflict({ Update: createUpdate(table, key, update, values, isRead) })];
    },

    'difference-found': ({ difference }) => [createPutOrConflict(table, createDifferenceItem(difference))],
    'difference-dismissed': ({ difference }) => [
      createPutOrConflict(table, createDifferenceItem(difference), attributeEquals('dismissedAt', null)),
    ],
    'difference-resolved': ({ difference: { id } }) => [
      orConflict(createDelete(table, itemKey.difference(id), EXISTS)),
    ],
  } satisfies ChangeWriters<PaymentChanges>;
}

/** Builds the item of a checkout. The index lists the checkout for operators while one of its amounts waits. */
const checkoutItem = (checkout: Checkout, waiting: WaitingMoney | undefined): object => ({
  ...itemKey.checkout(checkout.id),
  ...checkout,
  ...createMoneyListKeys(waiting, checkout.id),
});
