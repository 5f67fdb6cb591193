import { describe, expect, it } from 'vitest';
import { createJob, deriveId } from '../../../lib/domain/records.ts';
import { systemRandom } from '../../../lib/platform/system.ts';
import { asOperator } from '../../support/operators.ts';
import { startService } from '../../support/service.ts';

const PARENT = systemRandom.uuid();

describe('the id of a job that another one makes', () => {
  it('is a UUIDv7 of the same moment, and the same each time', () => {
    const id = deriveId(PARENT, 'an offer');

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.slice(0, 14)).toBe(PARENT.slice(0, 14));
    expect(deriveId(PARENT, 'an offer')).toBe(id);
  });

  it('differs by what it is about, and by its parent', () => {
    const ids = [
      deriveId(PARENT, 'an offer'),
      deriveId(PARENT, 'another offer'),
      deriveId(systemRandom.uuid(), 'an offer'),
    ];

    expect(new Set(ids).size).toBe(3);
  });

  it('is one that an operator can name', async () => {
    const { deps, post } = await startService();
    const job = createJob({ kind: 'mail', mail: 'identity-accepted', userId: 'nobody' }, deps);
    const derived = { ...job, id: deriveId(job.id, 'an offer') };
    await deps.jobs.add(derived);
    await deps.jobs.moveToDeadLetter(derived);

    expect(await post(`/operator/jobs/${derived.id}/retry`, undefined, asOperator)).toMatchObject({
      status: 200,
    });
  });
});
