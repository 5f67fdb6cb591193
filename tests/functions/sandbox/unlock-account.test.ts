/** Tests of POST /api/v1/sandbox/me/unlock (infra/docs/api/sandbox.md). */
import { beforeEach, expect, it } from 'vitest';
import { loadRoutes } from '../../../infra/functions/endpoints.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { findMailText } from '../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../support/operators.ts';
import { assertSuccess, type Market, type MarketClient, startMarket } from '../../support/start-market.ts';

const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };

let market: Market;
let client: MarketClient;

beforeEach(async () => {
  market = await startMarket();
  client = await market.createClient();
});

const lock = () => client.post('/sandbox/me/lock');
const unlock = (token = client.token) => market.service.post('/sandbox/me/unlock', undefined, { token });
const decide = async (measure: string) =>
  assertSuccess(
    await market.service.post(`/operator/users/${client.id}/${measure}`, { reason: 'Preto.' }, asOperator),
  );

it('the sandbox unlocks an account with a token that the lock has ended, and the user signs in anew', async () => {
  const otherDevice = await market.service.signIn(client.email);
  await lock();

  expect(await unlock()).toMatchObject({ status: 204 });

  for (const token of [client.token, otherDevice])
    expect(await market.service.get('/me', { token })).toMatchObject(UNAUTHENTICATED);
  expect(await unlock()).toMatchObject(UNAUTHENTICATED);
  const token = await market.service.signIn(client.email);
  expect(await market.service.get('/me', { token })).toMatchObject({ status: 200 });
  await market.runJobs();
  expect(await findMailText(client.email, 'Váš účet sme odblokovali')).toContain('Skúška v sandboxe.');
  const [entry] = await market.service.deps.audit.list(client.id);
  expect(entry).toMatchObject({
    ...expectedAuditEntry('account unlocked', 'Skúška v sandboxe.'),
    who: 'sandbox',
  });
});

it('unlocking an account that is not locked returns 409', async () => {
  expect(await unlock()).toMatchObject({ status: 409, headers: { 'x-error-code': 'not-locked' } });
});

it('the sandbox does not unlock an account with a wrong secret or the token of another user', async () => {
  const other = await market.service.registerClient();
  await lock();
  const [identifier = ''] = client.token.split('|');

  expect(await unlock(`${identifier}|${'A'.repeat(43)}`)).toMatchObject(UNAUTHENTICATED);
  expect(await unlock(`${identifier}|${other.token.split('|')[1]}`)).toMatchObject(UNAUTHENTICATED);
  expect(await unlock(other.token)).toMatchObject({ status: 409 });
  expect((await market.service.deps.accounts.find(client.id))?.lockedAt).toBeDefined();
});

it.each([
  ['an earlier measure had ended it', ['end-sessions', 'lock']],
  ['the sessions were ended again after the lock', ['lock', 'end-sessions']],
  ['an earlier lock had ended it', ['lock', 'unlock', 'lock']],
  ['only the sessions were ended', ['end-sessions']],
])('the sandbox does not unlock an account with a token if %s', async (_, measures) => {
  for (const measure of measures) await decide(measure);

  expect(await unlock()).toMatchObject(UNAUTHENTICATED);
});

it('a token that was revoked before the lock does not unlock the account', async () => {
  const other = await market.service.signIn(client.email);
  await market.service.post('/auth/logout', undefined, { token: other });
  await lock();

  expect(await unlock(other)).toMatchObject(UNAUTHENTICATED);
  expect(readLogEvents('request.failed')).toEqual([]);
});

it('no other route accepts a token that a lock has ended', async () => {
  await lock();
  const routes = (await loadRoutes()).filter(
    ({ endpoint, path }) => endpoint.access.credentials === 'token' && !path.endsWith('/sandbox/me/unlock'),
  );

  expect(routes.length).toBeGreaterThan(39);
  for (const { method, path } of routes) {
    const address = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, client.id);
    const response = await market.service.sendWithMethod(method, address, undefined, { token: client.token });
    expect(response, `${method} ${path}`).toMatchObject(UNAUTHENTICATED);
  }
});
