/** Writes for changes of checkouts and for new money movements. */
import type { Checkout } from '../../../domain/model/checkout-session.ts';
import { itemKey, REFUND_LISTS } from '../table/keys.ts';
import { expirySeconds, type Table } from '../table/table.ts';
import {
  attributeEquals,
  createDelete,
  createPut,
  createPutOrConflict,
  DOES_NOT_EXIST,
  EXISTS,
  orConflict,
  type Writers,
} from '../table/writes.ts';
import { differenceItem, movementIndex } from '../testimonies/books.ts';

const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

export function paymentWriters(table: Table) {
  const isNewest = (previous: Checkout | undefined) =>
    previous ? attributeEquals('sessionId', previous.id) : DOES_NOT_EXIST;

  return {
    'checkout-created'({ checkout, previous }) {
      const { id: sessionId, testimonyId, offerId } = checkout;
      return [
        createPutOrConflict(table, checkoutItem(checkout)),
        createPutOrConflict(table, { ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId }),
        createPutOrConflict(table, { ...itemKey.paying(offerId), sessionId }, isNewest(previous)),
      ];
    },

    'checkout-changed': ({ before, after }) => [
      createPutOrConflict(table, checkoutItem(after), attributeEquals('state', before.state)),
    ],

    /**
     * Movements are also listed by month. A payment also gets a pointer, by which later events of the payment find its
     * checkout.
     */
    'movement-recorded'({ movement }) {
      const { testimonyId, kind, providerId, sessionId } = movement;
      const item = createPutOrConflict(table, {
        ...itemKey.money(testimonyId, `${kind}#${providerId}`),
        ...movement,
        ...movementIndex(movement),
      });
      return kind === 'payment'
        ? [item, createPutOrConflict(table, { ...itemKey.payment(providerId), sessionId })]
        : [item];
    },

    'difference-found': ({ difference }) => [createPutOrConflict(table, differenceItem(difference))],
    'difference-dismissed': ({ difference }) => [
      createPutOrConflict(table, differenceItem(difference), attributeEquals('dismissedAt', null)),
    ],
    'difference-resolved': ({ difference: { id } }) => [
      orConflict(createDelete(table, itemKey.difference(id), EXISTS)),
    ],

    'provider-event-recorded'({ eventId }) {
      const expiresAt = expirySeconds(new Date(), EVENT_RETENTION_SECONDS);
      const write = createPut(table, { ...itemKey.event(eventId), expiresAt });
      return [{ write, rejection: { reason: 'already-recorded' } }];
    },
  } satisfies Partial<Writers>;
}

/** Builds the item of a checkout. The index lists refunds that have not reached the client. */
function checkoutItem(checkout: Checkout): object {
  const { id, refund } = checkout;
  const listed = refund && { gsi1pk: REFUND_LISTS[refund.status], gsi1sk: `${refund.since} ${id}` };
  return { ...itemKey.checkout(id), ...checkout, ...listed };
}
