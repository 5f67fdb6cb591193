/** Testimonies and their money as operators see them (contract §3). */
import { heldUntil } from '../domain/model/holding.ts';
import type { PageRequest } from '../domain/model/page.ts';
import { type MoneyMovement, sumOf } from '../domain/model/payment.ts';
import type { Testimony } from '../domain/model/testimony.ts';
import type { World } from '../domain/ports/world.ts';
import { page } from './pages.ts';
import type { HttpRequest } from './request.ts';
import type { ResponseData } from './success-response.ts';
import { euros, paymentView, payoutView } from './testimony-view.ts';

export function overseen(testimony: Testimony): ResponseData<'OverseenTestimony'> {
  const { id, state, clientId, acceptedOffer, acceptedAt, dueAt, cancellationReason } = testimony;
  return {
    id,
    state,
    clientId,
    expertId: acceptedOffer?.expert.id ?? null,
    acceptedAt,
    dueAt,
    cancellationReason,
    payment: paymentView(testimony),
    payout: payoutView(testimony),
    heldUntil: heldUntil(testimony),
  };
}

/** The page of a list of testimonies that need an operator. */
export function overseenPage(
  request: HttpRequest,
  list: 'testimonies' | 'payouts',
  state: Parameters<World['testimonies']['listOverseen']>[0],
  needs: Pick<World, 'clock' | 'links' | 'testimonies'>,
) {
  const now = needs.clock.now();
  const read = (pageRequest: PageRequest) => needs.testimonies.listOverseen(state, pageRequest, now);
  return page(request, `${list} ${state}`, needs, read, overseen);
}

export function withMoney(
  testimony: Testimony,
  movements: readonly MoneyMovement[],
): ResponseData<'TestimonyWithMoney'> {
  const money = movements
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ kind, providerId, sessionId, amount, at }) => ({
      kind,
      providerId,
      sessionId,
      amount: euros(amount),
      at,
    }));
  return { ...overseen(testimony), money, held: euros(sumOf(movements)) };
}
