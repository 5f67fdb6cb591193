/**
 * Operator alerts (infra/docs/api/testimonies.md). Jobs raise the alerts, so that no alert is lost when a process
 * crashes.
 */
import { isInEscrow } from '../model/escrow.ts';
import type { AlertName, AlertTask } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { computeImbalance } from './payment-totals.ts';

type Deps = Pick<Dependencies, 'alarms' | 'checkouts' | 'rateLimiter' | 'testimonies'>;

/** Checks of whether an alert still applies. Other alerts are always raised. */
const CHECKS: Readonly<
  Partial<Record<AlertName, (task: AlertTask, at: string, deps: Deps) => Promise<boolean>>>
> = {
  async 'money held long'({ testimonyId }, _, deps) {
    const testimony = await deps.testimonies.find(testimonyId);
    return testimony !== undefined && isInEscrow(testimony);
  },
  async 'refund pending long'({ sessionId = '' }, at, deps) {
    const refund = (await deps.checkouts.find(sessionId))?.refund;
    // A refund that began later has an alert of its own.
    return Boolean(refund && refund.since <= at);
  },
  async 'late payments'({ testimonyId }, at, deps) {
    const testimony = await deps.testimonies.find(testimonyId);
    return testimony !== undefined && hasTooManyLatePayments(testimony, at, deps);
  },
};

/**
 * Raises the alert, unless it no longer applies.
 * @param at when the job was created
 */
export async function raiseAlert(task: AlertTask, at: string, deps: Deps): Promise<void> {
  const { alert, testimonyId, respondBy } = task;
  const applies = (await CHECKS[alert]?.(task, at, deps)) ?? true;
  if (applies) deps.alarms.raise(alert, { testimonyId, ...(respondBy && { respondBy }) });
}

/** Creates the alert about a testimony whose held sum has become, or remains differently, unbalanced. */
export function unbalancedAlerts(before: Testimony, after: Testimony): AlertTask[] {
  const imbalance = computeImbalance(after);
  if (imbalance === 0 || imbalance === computeImbalance(before)) return [];
  return [{ kind: 'alert', alert: 'payment unbalanced', testimonyId: after.id }];
}

async function hasTooManyLatePayments(
  { clientId: key }: Testimony,
  at: string,
  { rateLimiter }: Pick<Dependencies, 'rateLimiter'>,
): Promise<boolean> {
  const { exceeded } = await rateLimiter.peek({ limit: 'late-payments', key, at: new Date(at) });
  return exceeded !== undefined;
}
