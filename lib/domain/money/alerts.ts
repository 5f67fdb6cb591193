/** Operator alerts about amounts about which an operator must decide (infra/docs/api/operators.md#lists-of-money). */

import type { AlertName } from '../model/jobs/job.ts';
import type { Checkout } from '../model/payments/checkout-session.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import { computeImbalance } from './ledger.ts';
import { findWaitingRefund, isRefundFailed } from './refund-state.ts';

/** Lists the alerts about a payout that has failed, and about a new imbalance. */
export function listPaymentAlerts(before: Testimony, after: Testimony): AlertName[] {
  const alerts: AlertName[] = [];
  if (after.payout?.status === 'failed' && before.payout?.status !== 'failed') alerts.push('payout failed');
  const imbalance = computeImbalance(after);
  if (imbalance !== 0 && imbalance !== computeImbalance(before)) alerts.push('payment unbalanced');
  return alerts;
}

/** Lists the alerts about each ordered refund that has failed, and about a late payment that has become unbalanced. */
export function listRefundAlerts(before: Checkout, after: Checkout): AlertName[] {
  const failed = after.refund?.failed.filter(({ id }) => !isRefundFailed(before, id)) ?? [];
  const alerts = failed.map((): AlertName => 'refund failed');
  if (isUnbalanced(after) && !isUnbalanced(before)) alerts.push('payment unbalanced');
  return alerts;
}

const isUnbalanced = (checkout: Checkout): boolean => findWaitingRefund(checkout)?.reason === 'unbalanced';
