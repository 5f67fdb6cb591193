/** Views of amounts that wait for somebody, for operators (infra/docs/api/operators.md#lists-of-money). */

import type { Page, PageRequest } from '../../domain/model/page.ts';
import type { Difference } from '../../domain/model/payments/books.ts';
import type { Checkout } from '../../domain/model/payments/checkout-session.ts';
import { getEscrowDeadline } from '../../domain/model/payments/escrow.ts';
import type { MoneyListName } from '../../domain/model/payments/money-list.ts';
import type { Testimony } from '../../domain/model/testimonies/testimony.ts';
import { findWaitingMoney, findWaitingRefund } from '../../domain/money/money-rules.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { ResponseData } from '../response/success-response.ts';
import { createDifferenceView } from './books-view.ts';
import { toEuros } from './members.ts';
import { createPageResponse, type ListContext } from './pages.ts';

type View = ResponseData<'WaitingMoney'>;

export const createMoneyPage = (
  context: ListContext,
  list: MoneyListName,
  deps: Pick<Dependencies, 'books' | 'clock' | 'cursors' | 'linkSigner' | 'testimonies'>,
) =>
  createPageResponse(
    context,
    `money ${list}`,
    deps,
    (pageRequest): Promise<Page<View>> =>
      list === 'differences'
        ? createViews(deps.books.listDifferences(pageRequest), createDifferenceMoneyView)
        : listWaiting(list, pageRequest, deps),
    view => view,
  );

const listWaiting = (
  list: Exclude<MoneyListName, 'differences'>,
  pageRequest: PageRequest,
  { clock, testimonies }: Pick<Dependencies, 'clock' | 'testimonies'>,
) =>
  createViews(testimonies.listWaiting(list, pageRequest, clock.now()), record =>
    'testimonyId' in record ? createCheckoutMoneyView(record) : createTestimonyMoneyView(record),
  );

/** Creates the views of a page. A record is left out if none of its amounts waits any more. */
async function createViews<Item>(
  reading: Promise<Page<Item>>,
  createView: (item: Item) => View | undefined,
): Promise<Page<View>> {
  const page = await reading;
  const views = page.items.map(createView).filter(view => view !== undefined);
  return { ...page, items: views };
}

function createTestimonyMoneyView(testimony: Testimony): View | undefined {
  const waiting = findWaitingMoney(testimony);
  if (!waiting) return undefined;
  const { reason, amount, since } = waiting;
  const waitsUntil = testimony.payment?.waitsUntil ?? null;
  return {
    testimonyId: testimony.id,
    sessionId: testimony.sessionId,
    isLate: false,
    reason,
    amount: toEuros(amount),
    since,
    until: reason === 'waiting-period' ? waitsUntil : getEscrowDeadline(testimony),
    refundId: null,
    difference: null,
  };
}

function createCheckoutMoneyView(checkout: Checkout): View | undefined {
  const waiting = findWaitingRefund(checkout);
  if (!waiting) return undefined;
  return {
    testimonyId: checkout.testimonyId,
    sessionId: checkout.id,
    isLate: checkout.state !== 'accepted',
    reason: waiting.reason,
    amount: toEuros(waiting.amount),
    since: waiting.since,
    until: null,
    refundId: checkout.refund?.failed[0]?.id ?? null,
    difference: null,
  };
}

function createDifferenceMoneyView(difference: Difference): View {
  const { testimonyId, providerAmount, recordedAmount, foundAt } = difference;
  return {
    testimonyId,
    sessionId: null,
    isLate: false,
    reason: 'difference',
    amount: toEuros(Math.abs((providerAmount ?? 0) - (recordedAmount ?? 0))),
    since: foundAt,
    until: null,
    refundId: null,
    difference: createDifferenceView(difference),
  };
}
