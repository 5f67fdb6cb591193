/** Tests of the permission to register, the external checks and their order (infra/docs/api/registration.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { DUMMY_TOKEN } from '../../../infra/local/emulators.ts';
import { resolverMailDns } from '../../../lib/platform/mail-dns.ts';
import { expertBody, type Fields, uniqueEmail } from '../../support/builders.ts';
import { startFakeServer, UNREACHABLE_URL } from '../../support/fake-server.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const NO_MAIL = 'Doména tejto e-mailovej adresy neprijíma poštu.';
const BOT_CHECK_FAILED = 'Overenie, že nie ste robot, zlyhalo. Skúste to znova.';
const UNAVAILABLE = { message: 'Service unavailable. Please try again in a moment.' };

let service: Service;

beforeAll(async () => {
  service = await startService();
});

describe.concurrent('check of the mail domain at the expert registration', () => {
  it.each(['anything.invalid', 'nullmx.test', 'no-mail.test'])(
    'expert registration rejects the e-mail domain %s, which accepts no mail',
    async domain => {
      const { status, body } = await service.post(PATH, expertBody({ email: uniqueEmail(domain) }));

      expect({ status, body }).toEqual({
        status: 422,
        body: { message: NO_MAIL, errors: { email: [NO_MAIL] } },
      });
    },
  );

  it.each(['a-only.test', 'bücher.test'])(
    'expert registration accepts the e-mail domain %s',
    async domain => {
      expect(await service.post(PATH, expertBody({ email: uniqueEmail(domain) }))).toMatchObject({
        status: 201,
      });
    },
  );

  it.each(['silent.test', 'servfail.test'])(
    'expert registration returns 503 when DNS gives no result for the domain %s in time',
    async domain => {
      const impatient = await startService({}, ({ environment }) => ({
        mailDns: resolverMailDns(environment, 100),
      }));

      const response = await impatient.post(PATH, expertBody({ email: uniqueEmail(domain) }));

      expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: UNAVAILABLE });
    },
  );

  it('one response reports both an e-mail domain that accepts no mail and a phone number in use', async () => {
    const phone = '+421905555555';
    await service.registerExpert({ phone });

    const { body } = await service.post(PATH, expertBody({ phone, email: uniqueEmail('anything.invalid') }));

    expect(body).toEqual({
      message: `${NO_MAIL} (a 1 ďalšia chyba)`,
      errors: { email: [NO_MAIL], phone: ['Toto telefónne číslo je už zaregistrované.'] },
    });
  });
});

it('expert registration sends the challenge token, secret and IP address to the bot protection service', async () => {
  const challenge = await startFakeServer(() =>
    json({ success: true, action: 'registration', hostname: 'www.testimony.example' }),
  );
  const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: challenge.url });

  await guarded.registerExpert({ turnstileToken: 'the token' });

  const [call] = challenge.calls;
  expect(Object.fromEntries(new URLSearchParams(call?.body.toString()))).toEqual({
    secret: guarded.deps.environment.TURNSTILE_SECRET,
    response: 'the token',
    remoteip: '192.0.2.1',
  });
});

it('expert registration returns 422 for an invalid challenge token and stores nothing', async () => {
  const guarded = await startService({ BOT_PROTECTION: 'true' });

  const { status, body } = await guarded.post(PATH, expertBody({ turnstileToken: 'made up' }));

  expect({ status, body }).toEqual({
    status: 422,
    body: { message: BOT_CHECK_FAILED, errors: { turnstileToken: [BOT_CHECK_FAILED] } },
  });
  expect(await countItems(guarded.deps)).toEqual({});
  expect(await listObjectKeys(guarded.deps)).toEqual([]);
  expect(await guarded.post(PATH, expertBody({ turnstileToken: DUMMY_TOKEN }))).toMatchObject({
    status: 201,
  });
});

it.each([
  ['is unreachable', async () => UNREACHABLE_URL],
  ['returns 500', async () => (await startFakeServer(() => ({ status: 500, body: 'oops' }))).url],
  ['returns an unexpected body', async () => (await startFakeServer(() => json({}))).url],
  [
    'rejects the secret',
    async () =>
      (await startFakeServer(() => json({ success: false, 'error-codes': ['invalid-input-secret'] }))).url,
  ],
])('expert registration returns 503 when the bot protection service %s', async (_, urlOf) => {
  const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: await urlOf() });

  const response = await guarded.post(PATH, expertBody());

  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: UNAVAILABLE });
  expect(await countItems(guarded.deps)).toEqual({});
});

it('expert registration does not spend the challenge token on a request that fails an earlier check', async () => {
  const challenge = await startFakeServer(() =>
    json({ success: true, action: 'registration', hostname: 'www.testimony.example' }),
  );
  const guarded = await startService({
    BOT_PROTECTION: 'true',
    RATE_LIMITS: 'strict',
    TURNSTILE_URL: challenge.url,
  });
  const { token } = await guarded.registerExpert();

  await guarded.post(PATH, expertBody(), { token });
  await guarded.post(PATH, Buffer.from(''), { headers: { 'content-type': 'multipart/form-data' } });
  await guarded.post(PATH, {});
  await guarded.post(PATH, expertBody({ termsAgreed: 'false' }));
  for (let sent = 4; sent < 200; sent++) await guarded.post(PATH, {});
  const limited = await guarded.post(PATH, expertBody());

  expect(limited.status).toBe(429);
  expect(challenge.calls).toHaveLength(1);
});

it('expert registration verifies the challenge token before it checks the mail domain', async () => {
  const guarded = await startService({ BOT_PROTECTION: 'true' });
  const change: Fields = { turnstileToken: 'made up', email: uniqueEmail('anything.invalid') };

  const { body } = await guarded.post(PATH, expertBody(change));

  expect(body.errors).toEqual({ turnstileToken: [BOT_CHECK_FAILED] });
});

function json(value: object) {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
