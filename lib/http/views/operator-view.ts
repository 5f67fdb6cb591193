/** Views of testimonies and their payments for operators (infra/docs/api/operators.md). */

import type { Checkout } from '../../domain/model/checkout-session.ts';
import { escrowDeadline } from '../../domain/model/escrow.ts';
import { type MoneyMovement, sumHeld } from '../../domain/model/movement.ts';
import type { PageRequest } from '../../domain/model/page.ts';
import type { OperatorList, Testimony } from '../../domain/model/testimony.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';
import { createPageResponse, type ListContext } from './pages.ts';
import { deliveryView, paymentView, payoutView } from './testimony-view.ts';

export function operatorTestimonyView(testimony: Testimony): ResponseData<'OperatorTestimony'> {
  return {
    ...pick(testimony, 'id', 'state', 'clientId'),
    expertId: testimony.acceptedOffer?.expert.id ?? null,
    ...pick(testimony, 'acceptedAt', 'dueAt', 'cancellationReason', 'documentCheck'),
    payment: paymentView(testimony),
    payout: payoutView(testimony),
    heldUntil: escrowDeadline(testimony),
    ...deliveryView(testimony),
  };
}

export function createOperatorTestimonyPage(
  context: ListContext,
  list: OperatorList,
  deps: Pick<Dependencies, 'clock' | 'cursors' | 'links' | 'testimonies'>,
) {
  const now = deps.clock.now();
  const fetchPage = (pageRequest: PageRequest) => deps.testimonies.listForOperators(list, pageRequest, now);
  return createPageResponse(context, `testimonies ${list}`, deps, fetchPage, operatorTestimonyView);
}

export function createNumberedTestimonyPage(
  context: ListContext,
  number: string,
  deps: Pick<Dependencies, 'cursors' | 'links' | 'testimonies'>,
) {
  const fetchPage = (pageRequest: PageRequest) => deps.testimonies.listByNumber(number, pageRequest);
  return createPageResponse(context, `testimonies number ${number}`, deps, fetchPage, operatorTestimonyView);
}

export function operatorPaymentView(
  testimony: Testimony,
  movements: readonly MoneyMovement[],
): ResponseData<'OperatorTestimonyDetails'> {
  const movementViews = movements
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ amount, at, reference = null, respondBy = null, ...movement }) => ({
      ...pick(movement, 'kind', 'providerId', 'sessionId'),
      ...{ amount: toEuros(amount), at, reference, respondBy },
    }));
  return { ...operatorTestimonyView(testimony), money: movementViews, held: toEuros(sumHeld(movements)) };
}

export function operatorRefundView(checkout: Checkout): ResponseData<'UnfinishedRefund'> {
  const { id, testimonyId, clientId, refund } = checkout;
  const { status, amount, since } = refund ?? { status: 'pending', amount: 0, since: '' };
  return { sessionId: id, testimonyId, clientId, status, amount: toEuros(amount), since };
}
