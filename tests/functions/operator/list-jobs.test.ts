import { describe, expect, it } from 'vitest';
import { asOperator } from '../../support/operators.ts';
import { startWithRejectedMails } from '../../support/rejected-mails.ts';
import { startService } from '../../support/start-service.ts';

const PATH = '/operator/jobs?state=dead';

describe('GET /api/v1/operator/jobs', () => {
  it('returns dead jobs with their times but without personal data', async () => {
    const { service } = await startWithRejectedMails();
    const email = 'jana.kovacova@znalci.sk';
    const { id } = await service.registerClient({ email });
    await service.runJobs();

    const { status, body } = await service.get(PATH, asOperator);

    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: [
        {
          ...{ id: expect.any(String), kind: 'mail', attempts: 1, createdAt: moment, failedAt: moment },
          ...{ testimonyId: null, amount: null, party: null, error: null },
        },
      ],
    });
    expect(body.meta).toMatchObject({ per_page: 15, next_cursor: null, prev_cursor: null });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${email}|${id}`));
  });

  it('returns an empty list while no job is dead', async () => {
    const service = await startService();
    await service.registerClient();
    expect((await service.get(PATH, asOperator)).body.data).toEqual([]);
    await service.runJobs();
    expect((await service.get(PATH, asOperator)).body.data).toEqual([]);
  });

  it('returns all dead jobs in pages without loss even when they died at the same time', async () => {
    const { service } = await startWithRejectedMails();
    await Promise.all(Array.from({ length: 17 }, () => service.registerClient()));
    const moment = service.deps.clock.now();
    const now = service.deps.clock.now;
    service.deps.clock.now = () => new Date(moment.getTime() + 1000);
    await service.runJobs();
    service.deps.clock.now = now;

    const first = (await service.get(PATH, asOperator)).body;
    const second = (await service.get(first.links.next.split('/api/v1')[1], asOperator)).body;

    expect([first.data.length, second.data.length]).toEqual([15, 2]);
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(17);
  });

  it('returns 422 for a job state other than dead', async () => {
    const service = await startService();

    expect(await service.get('/operator/jobs?state=open', asOperator)).toMatchObject({ status: 422 });
    expect((await service.get('/operator/jobs', asOperator)).body.data).toEqual([]);
  });
});
