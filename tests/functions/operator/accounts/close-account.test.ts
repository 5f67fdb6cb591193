/** Tests of POST /api/v1/operator/users/{id}/close (infra/docs/api/operators.md#closing-and-exporting-an-account). */
import { beforeEach, expect, it } from 'vitest';
import { uniqueEmail } from '../../../support/builders.ts';
import { listSubjects } from '../../../support/find-mails.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const REASON = 'Žiadosť č. 2026/15.';
const CLOSED = 'Váš účet bol zrušený';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const close = (id: string, body: object = { reason: REASON }) =>
  market.service.post(`/operator/users/${id}/close`, body, asOperator);

it('an operator can close an account without its password', async () => {
  const { service } = market;
  const email = uniqueEmail();
  const { id, token } = await service.registerExpert({ email });

  expect(await close(id)).toMatchObject({ status: 200, body: { data: { id, email, lockedAt: null } } });

  expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
  await service.runJobs();
  expect(await listSubjects(email)).toContain(CLOSED);
  expect(await close(id)).toMatchObject({ status: 404 });
});

it('an account that an operator closes loses all personal data and keeps only its audit entries', async () => {
  const { service } = market;
  const client = await service.registerClient({ firstName: 'Hortenzia', lastName: 'Mrkvičková' });
  await service.post(
    `/operator/users/${client.id}/end-sessions`,
    { reason: 'Hortenzia volala.' },
    asOperator,
  );
  await close(client.id);
  await service.runJobs();
  service.deps.clock.advance(11 * 60_000);
  await service.runJobs();

  const items = (await listItems(service.deps)).filter(item => JSON.stringify(item).includes(client.id));
  const kinds = new Set(items.map(({ pk }) => pk.split('#')[0]));
  expect([...kinds].sort()).toEqual(['AUDIT', 'CREATED', 'REASON']);
  expect(JSON.stringify(items)).not.toMatch(/Hortenzia|Mrkvi[cč]kov/i);
  expect(await service.deps.audit.list(client.id)).toMatchObject([
    expectedAuditEntry('account closed', REASON),
    expectedAuditEntry('sessions ended'),
  ]);
});

it('an operator cannot close an account until the testimonies and payments of the user have ended', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(expert);
  const unfinished = { status: 409, headers: { 'x-error-code': 'work-unfinished' } };
  for (const { id } of [client, expert]) expect(await close(id)).toMatchObject(unfinished);

  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  expect(await close(expert.id)).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'money-under-way' },
  });

  await market.runJobs();
  expect(await market.service.deps.audit.list(client.id)).toEqual([]);
  for (const { id } of [client, expert]) expect(await close(id)).toMatchObject({ status: 200 });
});
