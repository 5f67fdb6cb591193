/** Tests of POST /api/v1/sandbox/me/lock (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { findMailText } from '../../support/find-mails.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import { type Market, type MarketExpert, startMarket } from '../../support/start-market.ts';

let market: Market;
let expert: MarketExpert;

beforeEach(async () => {
  market = await startMarket();
  expert = await market.createExpert();
});

it('the sandbox locks the account of the caller as an operator does', async () => {
  const { id, email } = expert;

  expect(await expert.post('/sandbox/me/lock')).toMatchObject({ status: 204 });

  expect(await expert.get('/me')).toMatchObject({ status: 401 });
  expect(await market.service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({
    status: 403,
    headers: { 'x-error-code': 'locked' },
  });
  await market.runJobs();
  expect(await findMailText(email, 'Váš účet sme zablokovali')).toContain('Skúška v sandboxe.');
  const [entry] = await market.service.deps.audit.list(id);
  expect(entry).toMatchObject({
    ...expectedAuditEntry('account locked', 'Skúška v sandboxe.'),
    who: 'sandbox',
  });
});

it('a locked account cannot be locked again with the token that the lock has ended', async () => {
  await expert.post('/sandbox/me/lock');

  expect(await expert.post('/sandbox/me/lock')).toMatchObject({ status: 401 });
});

it('only one of two concurrent locks of an account by the sandbox succeeds', async () => {
  const responses = await Promise.all([expert.post('/sandbox/me/lock'), expert.post('/sandbox/me/lock')]);

  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(204);
  expect([401, 409]).toContain(statuses[1]);
});
