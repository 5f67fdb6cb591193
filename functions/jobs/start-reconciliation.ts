/**
 * Every day (infra/docs/api/payments.md#reconciliation)
 *
 * Adds the job that compares the ledger entries with the payment provider's balance transactions.
 */
import { createDailyReconciliation } from '../../lib/domain/payments/reconciliation.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import { invocationHandler } from '../../lib/http/worker.ts';
import { clock, jobs, random } from '../../lib/platform/wiring.ts';

export const startReconciliation = (deps: Pick<Dependencies, 'clock' | 'jobs' | 'random'>) =>
  invocationHandler(() => deps.jobs.add(createDailyReconciliation(deps)));

export const handler = startReconciliation({ clock, jobs, random });
