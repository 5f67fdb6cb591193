import { describe, expect, it } from 'vitest';
import { derivedId, newJob } from '../../../lib/domain/records.ts';
import { systemRandom } from '../../../lib/platform/system.ts';
import { asOperator } from '../../support/operators.ts';
import { startService } from '../../support/service.ts';

const PARENT = systemRandom.uuid();

describe('the id of a job that another one makes', () => {
  it('is a UUIDv7 of the same moment, and the same each time', () => {
    const id = derivedId(PARENT, 'an offer');

    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.slice(0, 14)).toBe(PARENT.slice(0, 14));
    expect(derivedId(PARENT, 'an offer')).toBe(id);
  });

  it('differs by what it is about, and by its parent', () => {
    const ids = [
      derivedId(PARENT, 'an offer'),
      derivedId(PARENT, 'another offer'),
      derivedId(systemRandom.uuid(), 'an offer'),
    ];

    expect(new Set(ids).size).toBe(3);
  });

  it('is one that an operator can name', async () => {
    const { world, post } = await startService();
    const job = newJob({ kind: 'mail', mail: 'identity-accepted', userId: 'nobody' }, world);
    const derived = { ...job, id: derivedId(job.id, 'an offer') };
    await world.jobs.add(derived);
    await world.jobs.bury(derived);

    expect(await post(`/operator/jobs/${derived.id}/retry`, undefined, asOperator)).toMatchObject({
      status: 200,
    });
  });
});
