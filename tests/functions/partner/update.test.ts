/** Tests of PUT /api/v1/partner (infra/docs/api/partners.md). */
import { beforeAll, expect, it } from 'vitest';
import { registerPartner } from '../../support/partners.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SANDBOX: 'true' });
});

it('a change of only the frontend URL keeps the name of a partner and is audited and mailed', async () => {
  const { id, key } = await registerPartner(service, { name: 'Portál' });

  const { body } = await service.put('/partner', { frontendUrl: 'https://nove.portal.sk' }, { token: key });

  expect(body.data).toMatchObject({ id, name: 'Portál', frontendUrl: 'https://nove.portal.sk' });
  expect((await service.get('/partner', { token: key })).body.data).toEqual(body.data);
  await service.runJobs();
  expect((await service.deps.mails.all(id)).map(({ subject }) => subject)).toContain(
    'Nastavenia partnera boli zmenené',
  );
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject({ who: 'partner', what: 'partner changed' });
});

it('an update of a partner without changes is neither audited nor mailed', async () => {
  const { id, key } = await registerPartner(service, { name: 'Portál' });

  expect((await service.put('/partner', { name: 'Portál' }, { token: key })).status).toBe(200);

  expect(await service.deps.audit.list(id)).toHaveLength(1);
});

it.each([{ name: '' }, { name: null }, { frontendUrl: 'http://portal.sk' }, { frontendUrl: null }])(
  'the settings %j of a partner are rejected with 422',
  async body => {
    const { key } = await registerPartner(service);

    expect((await service.put('/partner', body, { token: key })).status).toBe(422);
  },
);

it('concurrent updates of different fields of a partner are both stored', async () => {
  const { key } = await registerPartner(service);
  const changes = [{ name: 'Nový portál' }, { frontendUrl: 'https://nove.portal.sk' }];

  await Promise.all(changes.map(change => service.put('/partner', change, { token: key })));

  const { body } = await service.get('/partner', { token: key });
  expect(body.data).toMatchObject({ name: 'Nový portál', frontendUrl: 'https://nove.portal.sk' });
});
