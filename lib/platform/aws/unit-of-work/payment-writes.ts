/** Writes for changes of checkouts and for new money movements. */
import type { Checkout } from '../../../domain/model/payment.ts';
import { itemKey } from '../table/keys.ts';
import { expirySeconds, type Table } from '../table/table.ts';
import { attributeEquals, DOES_NOT_EXIST, deleteItem, EXISTS, putItem } from '../table/writes.ts';
import { differenceItem, movementIndex } from '../testimonies/books.ts';
import { CONFLICT_REJECTION, type Writers } from './conditional-write.ts';

const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

type PaymentKind =
  | 'checkout-created'
  | 'checkout-changed'
  | 'movement-recorded'
  | 'provider-event-recorded'
  | 'difference-found'
  | 'difference-resolved'
  | 'difference-dismissed';

export function paymentWriters(table: Table): Pick<Writers, PaymentKind> {
  const put = (item: object, condition = DOES_NOT_EXIST) => ({
    write: putItem(table, item, condition),
    rejection: CONFLICT_REJECTION,
  });
  const isNewest = (previous: Checkout | undefined) =>
    previous ? attributeEquals('sessionId', previous.id) : DOES_NOT_EXIST;

  return {
    'checkout-created'({ checkout, previous }) {
      const { id: sessionId, testimonyId, offerId } = checkout;
      return [
        put({ ...itemKey.checkout(sessionId), ...checkout }),
        put({ ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId }),
        put({ ...itemKey.paying(offerId), sessionId }, isNewest(previous)),
      ];
    },

    'checkout-changed': ({ before, after }) => [
      put({ ...itemKey.checkout(before.id), ...after }, attributeEquals('state', before.state)),
    ],

    /** Movements are also listed by month. A payment also gets a pointer, by which later events of the payment find its checkout. */
    'movement-recorded'({ movement }) {
      const { testimonyId, kind, providerId, sessionId } = movement;
      const item = put({
        ...itemKey.money(testimonyId, `${kind}#${providerId}`),
        ...movement,
        ...movementIndex(movement),
      });
      return kind === 'payment' ? [item, put({ ...itemKey.payment(providerId), sessionId })] : [item];
    },

    'difference-found': ({ difference }) => [put(differenceItem(difference))],
    'difference-dismissed': ({ difference }) => [put(differenceItem(difference), EXISTS)],
    'difference-resolved': ({ difference: { id } }) => [
      { write: deleteItem(table, itemKey.difference(id), EXISTS), rejection: CONFLICT_REJECTION },
    ],

    'provider-event-recorded'({ eventId }) {
      const expiresAt = expirySeconds(new Date(), EVENT_RETENTION_SECONDS);
      const write = putItem(table, { ...itemKey.event(eventId), expiresAt });
      return [{ write, rejection: { reason: 'already-recorded' } }];
    },
  };
}
