/** Writes for changes of checkouts and for new money movements. */
import type { Checkout } from '../../../domain/model/payment.ts';
import { itemKey } from '../table/keys.ts';
import { expirySeconds, type Table } from '../table/table.ts';
import { attributeEquals, DOES_NOT_EXIST, putItem } from '../table/writes.ts';
import { REFUND_LISTS } from '../testimonies/lists.ts';
import { CONFLICT_REJECTION, type Writers } from './conditional-write.ts';

const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

type PaymentKind = 'checkout-created' | 'checkout-changed' | 'movement-recorded' | 'provider-event-recorded';

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
        put(checkoutItem(checkout)),
        put({ ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId }),
        put({ ...itemKey.paying(offerId), sessionId }, isNewest(previous)),
      ];
    },

    'checkout-changed': ({ before, after }) => [
      put(checkoutItem(after), attributeEquals('state', before.state)),
    ],

    /** A payment also gets a pointer, by which later events of the payment find its checkout. */
    'movement-recorded'({ movement }) {
      const { testimonyId, kind, providerId, sessionId } = movement;
      const item = put({ ...itemKey.money(testimonyId, `${kind}#${providerId}`), ...movement });
      return kind === 'payment' ? [item, put({ ...itemKey.payment(providerId), sessionId })] : [item];
    },

    'provider-event-recorded'({ eventId }) {
      const expiresAt = expirySeconds(new Date(), EVENT_RETENTION_SECONDS);
      const write = putItem(table, { ...itemKey.event(eventId), expiresAt });
      return [{ write, rejection: { reason: 'already-recorded' } }];
    },
  };
}

/** Builds the item of a checkout. The index lists refunds that have not reached the client. */
function checkoutItem(checkout: Checkout): object {
  const { id, refund } = checkout;
  const listed = refund && { gsi1pk: REFUND_LISTS[refund.status], gsi1sk: `${refund.since} ${id}` };
  return { ...itemKey.checkout(id), ...checkout, ...listed };
}
