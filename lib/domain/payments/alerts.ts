/**
 * Operator alerts (infra/docs/api/testimonies.md). Jobs raise the alerts, so that no alert is lost when a process
 * crashes.
 */
import { isInEscrow } from '../model/escrow.ts';
import type { AlertTask } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Raises the alert, unless the alert is about money in escrow and the money is no longer in escrow. */
export async function raiseAlert(
  { alert, testimonyId }: AlertTask,
  deps: Pick<Dependencies, 'alarms' | 'testimonies'>,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (alert === 'money held long' && !(testimony && isInEscrow(testimony))) return;
  deps.alarms.raise(alert);
}
