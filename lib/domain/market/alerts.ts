/** What operators are woken for (infra/docs/api/testimonies.md). Part of a job, so that none is lost with the process. */
import { isInEscrow } from '../model/escrow.ts';
import type { Alert } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Unless it is over by now. */
export async function raiseAlert(
  { alert, testimonyId }: Alert,
  deps: Pick<Dependencies, 'alarms' | 'testimonies'>,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (alert === 'money held long' && !(testimony && isInEscrow(testimony))) return;
  deps.alarms.ring(alert);
}
