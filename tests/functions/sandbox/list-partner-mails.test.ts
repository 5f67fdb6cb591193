/** Tests of GET /api/v1/sandbox/mails (infra/docs/api/partners.md#mails). */
import { expect, it } from 'vitest';
import { clientBody, uniqueEmail } from '../../support/builders.ts';
import { registerPartner } from '../../support/partners.ts';
import { startService } from '../../support/start-service.ts';

it('a partner lists the mails to its users in pages, newest first, for 30 days', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { key, headers } = await registerPartner(service);
  await service.runJobs();
  const emails = [uniqueEmail(), uniqueEmail()];
  for (const email of emails) {
    service.deps.clock.advance(1000);
    await service.post('/auth/register/client', clientBody({ email }), { headers });
    await service.runJobs();
  }
  const list = (query: string) => service.get(`/sandbox/mails${query}`, { token: key });

  const first = await list('?limit=1');
  const second = await list(`?cursor=${first.body.meta.next_cursor}`);

  expect(first.body.data).toMatchObject([
    { to: emails[1], state: 'held', text: expect.stringContaining('https') },
  ]);
  expect(second.body.data).toMatchObject([{ to: emails[0] }]);
  expect((await list(`?to=${emails[0]}&limit=1`)).body.data).toMatchObject([{ to: emails[0] }]);
  service.deps.clock.advance(30 * 24 * 3600_000 + 1);
  expect((await list('')).body.data).toEqual([]);
});
