/** Operator alerts (infra/docs/api/testimonies.md). Jobs raise them, so that no alert is lost in a crash. */
import { UnknownTaskError } from '../../errors.ts';
import type { AlertName, AlertTask } from '../../model/jobs/job.ts';
import { isInEscrow } from '../../model/payments/escrow.ts';
import type { Testimony } from '../../model/testimonies/testimony.ts';
import { findWaitingRefund } from '../../money/money-rules.ts';
import type { Dependencies } from '../../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'alarms' | 'checkouts' | 'rateLimiter' | 'testimonies'>;

type Check = (task: AlertTask, at: string, deps: Deps) => Promise<boolean>;

const always: Check = async () => true;

/** Functions that check whether an alert still applies. */
const CHECKS: Readonly<Record<AlertName, Check>> = {
  async 'money held long'({ testimonyId }, _, deps) {
    const testimony = await deps.testimonies.find(testimonyId);
    return testimony !== undefined && isInEscrow(testimony);
  },
  async 'refund pending long'({ sessionId = '' }, at, deps) {
    const checkout = await deps.checkouts.find(sessionId);
    const waiting = checkout && findWaitingRefund(checkout);
    // A refund that began later has its own alert.
    return waiting !== undefined && waiting.since <= at && waiting.reason.startsWith('refund');
  },
  async 'late payments'({ testimonyId }, at, deps) {
    const testimony = await deps.testimonies.find(testimonyId);
    return testimony !== undefined && hasTooManyLatePayments(testimony, at, deps);
  },
  'payment disputed': always,
  'dispute inquiry': always,
  'payment unbalanced': always,
  'payout failed': always,
  'refund failed': always,
  'manual refund failed': always,
  'payment accounts unavailable': always,
  'books differ': always,
  'session mismatch': always,
  'malware found': always,
  'money unattended': always,
};

/**
 * Raises the alert, unless it no longer applies.
 * @param at time at which the job was created
 * @throws UnknownTaskError for an alert that this version of the service does not know
 */
export async function raiseAlert(task: AlertTask, at: string, deps: Deps): Promise<void> {
  const { alert, testimonyId, respondBy } = task;
  if (!Object.hasOwn(CHECKS, alert)) throw new UnknownTaskError(`unknown alert: ${alert}`);
  if (await CHECKS[alert](task, at, deps))
    deps.alarms.raise(alert, { testimonyId, ...(respondBy && { respondBy }) });
}

async function hasTooManyLatePayments(
  { clientId: key }: Testimony,
  at: string,
  { rateLimiter }: Pick<Dependencies, 'rateLimiter'>,
): Promise<boolean> {
  const { exceeded } = await rateLimiter.peek({ limit: 'late-payments', key, at: new Date(at) });
  return exceeded !== undefined;
}
