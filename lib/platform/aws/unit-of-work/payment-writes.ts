/** Writes for changes of checkouts and for new money movements. */
import type { Checkout } from '../../../domain/model/payment.ts';
import { itemKey } from '../table/keys.ts';
import { expirySeconds, type Table } from '../table/table.ts';
import { attributeEquals, DOES_NOT_EXIST, putItem, putOrConflict, type Writers } from '../table/writes.ts';

const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

type PaymentKind = 'checkout-created' | 'checkout-changed' | 'movement-recorded' | 'provider-event-recorded';

export function paymentWriters(table: Table): Pick<Writers, PaymentKind> {
  const isNewest = (previous: Checkout | undefined) =>
    previous ? attributeEquals('sessionId', previous.id) : DOES_NOT_EXIST;

  return {
    'checkout-created'({ checkout, previous }) {
      const { id: sessionId, testimonyId, offerId } = checkout;
      return [
        putOrConflict(table, { ...itemKey.checkout(sessionId), ...checkout }),
        putOrConflict(table, { ...itemKey.checkoutPointer(testimonyId, sessionId), sessionId }),
        putOrConflict(table, { ...itemKey.paying(offerId), sessionId }, isNewest(previous)),
      ];
    },

    'checkout-changed': ({ before, after }) => [
      putOrConflict(
        table,
        { ...itemKey.checkout(before.id), ...after },
        attributeEquals('state', before.state),
      ),
    ],

    /** A payment also gets a pointer, by which later events of the payment find its checkout. */
    'movement-recorded'({ movement }) {
      const { testimonyId, kind, providerId, sessionId } = movement;
      const item = putOrConflict(table, {
        ...itemKey.money(testimonyId, `${kind}#${providerId}`),
        ...movement,
      });
      return kind === 'payment'
        ? [item, putOrConflict(table, { ...itemKey.payment(providerId), sessionId })]
        : [item];
    },

    'provider-event-recorded'({ eventId }) {
      const expiresAt = expirySeconds(new Date(), EVENT_RETENTION_SECONDS);
      const write = putItem(table, { ...itemKey.event(eventId), expiresAt });
      return [{ write, rejection: { reason: 'already-recorded' } }];
    },
  };
}
