/**
 * Operator alerts (infra/docs/api/testimonies.md). Jobs raise the alerts, so that no alert is lost when a process
 * crashes.
 */
import { isInEscrow } from '../model/escrow.ts';
import type { AlertTask } from '../model/job.ts';
import type { Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Raises the alert, unless the alert is about money in escrow and the money is no longer in escrow, or about late
 * payments and the client's limit is not used up.
 * @param at when the job was created
 */
export async function raiseAlert(
  { alert, testimonyId }: AlertTask,
  at: string,
  deps: Pick<Dependencies, 'alarms' | 'rateLimiter' | 'testimonies'>,
): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (alert === 'money held long' && !(testimony && isInEscrow(testimony))) return;
  if (alert === 'late payments' && !(testimony && (await hasTooManyLatePayments(testimony, at, deps))))
    return;
  deps.alarms.raise(alert);
}

async function hasTooManyLatePayments(
  { clientId: key }: Testimony,
  at: string,
  { rateLimiter }: Pick<Dependencies, 'rateLimiter'>,
): Promise<boolean> {
  const { exceeded } = await rateLimiter.peek({ limit: 'late-payments', key, at: new Date(at) });
  return exceeded !== undefined;
}
