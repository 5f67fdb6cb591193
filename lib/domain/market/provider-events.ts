/** What the payment provider tells us by webhook (contract §3). */
import { accountUpdated } from '../experts/payment-account.ts';
import type { PaymentEvent } from '../model/payment.ts';
import type { World } from '../ports/world.ts';
import { settle } from './settlement.ts';

/** @returns whether the event was of use */
export async function handleEvent(
  event: PaymentEvent,
  needs: Pick<World, 'accounts' | 'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies'>,
): Promise<'handled' | 'ignored'> {
  if (event.kind === 'ignored') return 'ignored';
  const isOurs =
    event.kind === 'paid'
      ? (await settle(event.session, event.id, needs)) !== 'not ours'
      : await accountUpdated(event, needs);
  return isOurs ? 'handled' : 'ignored';
}
