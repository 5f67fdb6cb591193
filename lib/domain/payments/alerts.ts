/** Operator alerts (infra/docs/api/testimonies.md). They are raised by jobs, so a crash of the process loses none. */
import { isInEscrow } from '../model/escrow.ts';
import type { AlertTask } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Raises the alert, unless it concerns money in escrow and the money has left escrow in the meantime. */
export async function raiseAlert(
  { alert, testimonyId }: AlertTask,
  deps: Pick<Dependencies, 'alarms' | 'testimonies'>,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (alert === 'money held long' && !(testimony && isInEscrow(testimony))) return;
  deps.alarms.raise(alert);
}
