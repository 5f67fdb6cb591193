/**
 * Attacks by the thief of a bearer token who does not know the password (infra/decisions/0015-threat-model.md).
 */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { countSubject } from '../../support/find-mails.ts';
import { computeCode } from '../../support/second-factor.ts';
import { type Market, startMarket, verifyEmailOf } from '../../support/start-market.ts';
import { startService } from '../../support/start-service.ts';

const PAYOUTS_OPENED = 'Otvorili ste nastavenia výplat';
const EXPORTED = 'Vaše údaje boli stiahnuté';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

it('a data export with a stolen token but without the password contains no links to identity scans', async () => {
  const { token, exportData, post, email } = await market.createExpert();

  const responses = [
    await market.service.get('/me/export', { token }),
    await post('/me/export'),
    await post('/me/export', { currentPassword: 'Uhádnuté heslo 1' }),
    await post('/me/export', { cursor: 'eyJmcm9tIjoiMCJ9.podpis' }),
  ];

  expect(responses.map(({ status }) => status)).toEqual([404, 422, 422, 400]);
  expect(JSON.stringify(responses)).not.toContain('/identity-document');
  expect(JSON.stringify(await exportData())).toContain('/identity-document');
  await market.runJobs();
  expect(await countSubject(EXPORTED, email)).toBe(1);
});

it('a stolen token without the password does not open the page that changes the payout account', async () => {
  const expert = await market.createExpert();

  const responses = [
    await expert.post('/me/payment-account'),
    await expert.post('/me/payment-account', { currentPassword: 'Uhádnuté heslo 1' }),
  ];

  expect(responses.map(({ status }) => status)).toEqual([422, 422]);
  await market.verifyPaymentAccount(expert);
  await market.runJobs();
  expect(await countSubject(PAYOUTS_OPENED, expert.email)).toBe(1);
});

it('a stolen token cannot use up the attempts with which the owner switches the second factor on', async () => {
  const service = await startService({ RATE_LIMITS: 'strict' });
  const { token } = await service.registerClient();
  await verifyEmailOf(token, service);
  const setUp = await service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });
  const confirm = (code: string, source: string) =>
    service.post('/me/second-factor/confirm', { code }, { token, source });
  const statuses: number[] = [];
  for (let guess = 0; guess <= 200; guess++) statuses.push((await confirm('00000x', '192.0.2.66')).status);

  expect(statuses).toEqual([...Array(200).fill(422), 429]);
  const code = computeCode(setUp.body.data.secret, service.deps.clock.now());
  expect(await confirm(code, '198.51.100.7')).toMatchObject({ status: 200 });
});
