/**
 * POST /api/v1/operator/jobs/{id}/retry (contract §3)
 *
 * Gives a dead job its ten attempts again, beginning within a minute.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { auditEntry } from '../../lib/domain/records.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/profile.ts';
import { audit, clock, jobs, random } from '../../lib/platform/wiring.ts';

export const retryJob = endpoint({
  access: operatorsOnly,
  async run({ caller: { operator }, request }, needs: Pick<World, 'audit' | 'clock' | 'jobs' | 'random'>) {
    const job = await needs.jobs.find(pathId(request));
    if (!job) throw new Refusal('not-found');
    if (!job.diedAt) throw new Refusal('not-dead');

    const subject = { kind: 'job', id: job.id } as const;
    await needs.audit.add(auditEntry({ subject, who: operator, what: 'job retried', why: null }, needs));
    if (!(await needs.jobs.revive(job.id))) throw new Refusal('not-dead');
    return ok(jobView({ ...job, attempts: 0, diedAt: null }));
  },
});

export const handler = lambda(retryJob, { audit, clock, jobs, random });
