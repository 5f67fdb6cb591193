/**
 * Operator alerts (infra/docs/api/testimonies.md). Jobs raise the alerts, so that no alert is lost when a process
 * crashes.
 */
import { isInEscrow } from '../model/escrow.ts';
import type { AlertName, AlertTask } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { computeImbalance } from './payment-totals.ts';

type Deps = Pick<Dependencies, 'alarms' | 'checkouts' | 'testimonies'>;

/** Checks of whether an alert still applies. Other alerts are always raised. */
const CHECKS: Readonly<Partial<Record<AlertName, (task: AlertTask, deps: Deps) => Promise<boolean>>>> = {
  async 'money held long'({ testimonyId }, deps) {
    const testimony = await deps.testimonies.find(testimonyId);
    return testimony !== undefined && isInEscrow(testimony);
  },
  async 'refund pending long'({ sessionId = '' }, deps) {
    return Boolean((await deps.checkouts.find(sessionId))?.refund);
  },
};

/** Raises the alert, unless it no longer applies. */
export async function raiseAlert(task: AlertTask, deps: Deps): Promise<void> {
  const { alert, testimonyId, respondBy } = task;
  const applies = (await CHECKS[alert]?.(task, deps)) ?? true;
  if (applies) deps.alarms.raise(alert, { testimonyId, ...(respondBy && { respondBy }) });
}

/** Creates the alert about a testimony whose held sum has become, or remains differently, unbalanced. */
export function unbalancedAlerts(before: Testimony, after: Testimony): AlertTask[] {
  const imbalance = computeImbalance(after);
  if (imbalance === 0 || imbalance === computeImbalance(before)) return [];
  return [{ kind: 'alert', alert: 'payment unbalanced', testimonyId: after.id }];
}
