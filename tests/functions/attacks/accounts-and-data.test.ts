/**
 * Attacks on accounts and on other people's data that need no special request (infra/decisions/0015-threat-model.md).
 */
import { describe, expect, it } from 'vitest';
import { createJob } from '../../../lib/domain/changes.ts';
import { createSecretsReader } from '../../../lib/platform/aws/secrets/secrets.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { countMails } from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { startMarket } from '../../support/start-market.ts';
import { startService } from '../../support/start-service.ts';

const REASON = 'Znalec je podozrivý z podvodu.';

async function cancelAsOperator() {
  const market = await startMarket();
  const [sale, loser] = await Promise.all([market.createOfferedTestimony(), market.createExpert()]);
  const { client, testimony, offer } = sale;
  await loser.createOffer(testimony.id);
  await client.acceptOffer(await client.payOffer(offer.id));
  const cancelled = await market.service.post(
    `/operator/testimonies/${testimony.id}/cancel`,
    { reason: REASON },
    asOperator,
  );
  expect(cancelled.status).toBe(200);
  return { ...sale, loser };
}

it('an expert whose offer was not accepted cannot read why an operator cancelled the testimony', async () => {
  const { client, expert, loser, testimony } = await cancelAsOperator();

  expect(await loser.getTestimony(testimony.id)).toMatchObject({
    state: 'cancelled',
    cancellationReason: null,
  });
  expect((await loser.get('/testimonies')).body.data).toMatchObject([{ cancellationReason: null }]);
  for (const party of [client, expert])
    expect(await party.getTestimony(testimony.id)).toMatchObject({ cancellationReason: REASON });
});

it("the assigned expert of a cancelled testimony cannot read the client's contact details and street", async () => {
  const { client, expert, testimony } = await cancelAsOperator();

  const seen = await expert.getTestimony(testimony.id);

  expect(seen).toMatchObject({
    client: {
      id: client.id,
      firstName: null,
      lastName: null,
      email: null,
      phone: null,
      billingAddress: null,
    },
    realEstate: { address: { line1: null, line2: null, parcelNumber: null }, userCoords: null },
    expert: { id: expert.id },
    acceptedOffer: { expert: { id: expert.id } },
  });
  expect(JSON.stringify((await expert.exportData()).body)).not.toContain(client.email);
  expect((await client.getTestimony(testimony.id)).client.email).toEqual(expect.any(String));
});

it('a late run of the approval job does not accept a name that the expert has changed', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { id, token } = await service.registerExpert();
  const runApproval = async () => {
    await service.deps.jobs.add(createJob({ kind: 'approve-expert', expertId: id }, service.deps));
    await service.runJobs();
  };
  await runApproval();
  await service.put('/me', { firstName: 'Falošné', lastName: 'Meno' }, { token });

  await runApproval();

  expect((await service.get('/me', { token })).body.data).toMatchObject({
    approved: true,
    identityReview: 'pending',
  });
});

it.each(['sk_live_1', 'rk_live_1'])('a sandbox cannot start with the live key %s', async key => {
  const environment = { SANDBOX: 'true', STAGE: 'sandbox', STRIPE_SECRET_KEY: key };

  expect(() => createSecretsReader(environment)).toThrow('A sandbox cannot start with a live key');
  expect(() => createSecretsReader({ ...environment, SANDBOX: 'false' })).not.toThrow();
  expect(() => createSecretsReader({ ...environment, STRIPE_SECRET_KEY: 'sk_test_1' })).not.toThrow();
});

it('a change of the e-mail address revokes the tokens of all other devices', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { token } = await service.registerClient({ email });
  const stolen = await service.signIn(email);
  const next = uniqueEmail();

  await service.put('/me', { email: next, currentPassword: PASSWORD }, { token });
  await service.runJobs();

  expect((await service.get('/me', { token: stolen })).status).toBe(401);
  expect((await service.get('/me', { token })).status).toBe(200);
  expect(await service.signIn(next)).toEqual(expect.any(String));
  expect(await countMails('passwordChanged', email)).toBe(0);
  expect([await countMails('verifyNew', next), await countMails('verify', next)]).toEqual([1, 0]);
});

describe('validity of request bodies', () => {
  const service = startService();
  const postJson = async (body: Buffer, type = 'application/json') =>
    (await service).post('/auth/login', body, { headers: { 'content-type': type } });
  const login = JSON.stringify({ email: uniqueEmail(), password: 'žltý kôň 1' });

  it.each([
    ['in ISO-8859-1', Buffer.from(login), 'application/json; charset=iso-8859-1'],
    ['in UTF-16', Buffer.from(login, 'utf16le'), 'application/json; charset="UTF-16"'],
    ['with bytes that are not UTF-8', Buffer.from(login, 'latin1'), 'application/json'],
  ])('a JSON body %s is rejected as malformed', async (_, body, type) => {
    expect(await postJson(body, type)).toMatchObject({
      status: 400,
      headers: { 'x-error-code': 'malformed-body' },
    });
  });

  it.each(['\ufffd', '\\ufffd'])(
    'a password with %s, which the gateway puts in place of invalid bytes, is reported as an error of the field',
    async character => {
      expect(await postJson(Buffer.from(login.replace('ž', character)))).toMatchObject({
        status: 422,
        body: { errors: { password: ['Text obsahuje nepovolené znaky.'] } },
      });
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'a JSON body with the media type %s is accepted',
    async type => {
      expect((await postJson(Buffer.from(login), type)).status).toBe(401);
    },
  );

  it('a registration with an e-mail address whose local part exceeds 64 octets is rejected', async () => {
    const register = async (length: number) =>
      (await (await service).post('/auth/register/client', { email: `${'a'.repeat(length)}@znalci.sk` })).body
        .errors;

    expect(await register(65)).toMatchObject({ email: ['Zadajte platnú e-mailovú adresu.'] });
    expect(await register(64)).not.toHaveProperty('email');
  });
});
