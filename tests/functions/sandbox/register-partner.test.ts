/** Tests of POST /api/v1/sandbox/partners (infra/docs/api/partners.md). */
import { expect, it } from 'vitest';
import { fieldErrorResponse } from '../../support/error-responses.ts';
import { listItems } from '../../support/inspect-store.ts';
import { partnerBody, registerPartner } from '../../support/partners.ts';
import { listMailsTo, startService } from '../../support/start-service.ts';

const SANDBOX = { SANDBOX: 'true' };

it('a guest registers a partner and gets its key, of which the table has only the hash', async () => {
  const service = await startService(SANDBOX);

  const { status, body } = await service.post('/sandbox/partners', partnerBody({ name: 'Portál' }));

  expect({ status, body }).toEqual({
    status: 201,
    body: {
      data: {
        id: expect.any(String),
        name: 'Portál',
        frontendUrl: 'https://test.portal.sk',
        key: expect.stringMatching(/^[0-9a-f-]{36}\|[\w-]{43}$/),
        webhook: null,
      },
    },
  });
  const [id, secret] = body.data.key.split('|');
  expect(id).toBe(body.data.id);
  expect(JSON.stringify(await listItems(service.deps))).not.toContain(secret);
  expect(await service.deps.audit.list(id)).toMatchObject([{ who: 'sandbox', what: 'partner created' }]);
});

it('the mail about a registered partner is recorded and not sent', async () => {
  const service = await startService(SANDBOX);
  const { email, ...settings } = partnerBody();

  const { id } = await registerPartner(service, { email, ...settings });
  await service.runJobs();

  expect(await listMailsTo(email)).toEqual([]);
  expect(await service.deps.mails.all(id)).toMatchObject([
    { to: email, state: 'held', subject: 'Partner bol vytvorený' },
  ]);
});

it.each([
  ['https://portal.sk/', 'https://portal.sk'],
  ['https://portal.sk/posudky/', 'https://portal.sk/posudky'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
])('the frontend %s is stored as %s', async (frontendUrl, stored) => {
  const service = await startService(SANDBOX);

  const { body } = await service.post('/sandbox/partners', partnerBody({ frontendUrl }));

  expect(body.data.frontendUrl).toBe(stored);
});

it.each([
  'http://portal.sk',
  'ftp://portal.sk',
  'https://user@portal.sk',
  'https://portal.sk/?a=1',
  'https://portal.sk/#a',
  'http://localhost.portal.sk',
  'portal.sk',
  'javascript:alert(1)',
  `https://portal.sk/${'a'.repeat(255)}`,
])('the frontend %s is rejected with 422', async frontendUrl => {
  const service = await startService(SANDBOX);

  expect(await service.post('/sandbox/partners', partnerBody({ frontendUrl }))).toMatchObject(
    fieldErrorResponse('frontendUrl', 'Zadajte adresu frontendu, ktorá sa začína https:// a nemá parametre.'),
  );
});

it('a source can register ten partners a day in the deployed sandbox', async () => {
  const service = await startService({ ...SANDBOX, RATE_LIMITS: 'partner' });
  const send = async () => (await service.post('/sandbox/partners', partnerBody())).status;
  for (let count = 0; count < 10; count++) expect(await send()).toBe(201);

  expect(await send()).toBe(429);
});

it('a missing or wrong challenge token is rejected with 422 while bot protection is on', async () => {
  const service = await startService({ ...SANDBOX, BOT_PROTECTION: 'true' });

  expect((await service.post('/sandbox/partners', partnerBody())).status).toBe(422);
});
