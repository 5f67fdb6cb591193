/**
 * POST /api/v1/operator/jobs/{id}/retry (contract §3)
 *
 * Gives a dead job its ten attempts again, beginning within a minute.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import { auditEntry } from '../../lib/domain/records.ts';
import { jobById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { Job } from '../../lib/http/answers/operator.ts';
import { one } from '../../lib/http/answers/success.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { jobView } from '../../lib/http/profile.ts';
import { audit, clock, jobs, random } from '../../lib/platform/wiring.ts';

export const retryJob = endpoint({
  needs: { audit, clock, jobs, random },
  access: operatorsOnly,
  about: jobById,
  answer: one(Job),
  refuses: ['not-dead'],
  async run({ caller: { operator }, subject: job }, needs) {
    if (!job.diedAt) throw new Refusal('not-dead');

    const subject = { kind: 'job', id: job.id } as const;
    await needs.audit.add(auditEntry({ subject, who: operator, what: 'job retried', why: null }, needs));
    if (!(await needs.jobs.revive(job.id))) throw new Refusal('not-dead');
    return ok(jobView({ ...job, attempts: 0, diedAt: null }));
  },
});

export const handler = lambda(retryJob);
