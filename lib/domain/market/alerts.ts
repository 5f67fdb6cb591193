/** What operators are woken for (contract §4, "Money"). Part of a job, so that none is lost with the process. */
import { isHeld } from '../model/holding.ts';
import type { Alert } from '../model/job.ts';
import type { World } from '../ports/world.ts';

/** Unless it is over by now. */
export async function raiseAlert(
  { alert, testimonyId }: Alert,
  needs: Pick<World, 'alarms' | 'testimonies'>,
): Promise<void> {
  const testimony = await needs.testimonies.find(testimonyId);
  if (alert === 'money held long' && !(testimony && isHeld(testimony))) return;
  needs.alarms.ring(alert);
}
