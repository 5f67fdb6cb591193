import { beforeEach, describe, expect, inject, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { startFakeServer, startFaultProxy, UNREACHABLE_URL } from '../../support/fake-server.ts';
import { countMails, findLink, listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/password/email';
const SENT = { status: 202, body: { data: { message: 'Password reset link sent.' } } };

let service: Service;
let email: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  await service.registerExpert({ email });
  await service.runJobs();
});

async function requestReset(address: string, call = {}) {
  const { status, body } = await service.post(PATH, { email: address }, call);
  return { status, body };
}

it('a reset mail links to the frontend with a token that is not stored in plain text', async () => {
  expect(await requestReset(` ${email.toUpperCase()}`)).toEqual(SENT);

  await service.runJobs();
  const link = new URL(await findLink('reset', email));
  expect(`${link.origin}${link.pathname}`).toBe('https://www.testimony.example/reset-password');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    email,
  });
  expect(JSON.stringify(await listItems(service.deps))).not.toContain(link.searchParams.get('token'));
});

it('a request for a reset mail gets the same response for known and unknown e-mail addresses', async () => {
  const nobody = uniqueEmail();
  const { token } = await service.registerClient();

  const responses = await Promise.all([
    requestReset(email),
    requestReset(nobody),
    requestReset(email, { token }),
    requestReset('x@y.invalid'),
  ]);

  expect(responses).toEqual([SENT, SENT, SENT, SENT]);
  await service.runJobs();
  expect(await listSubjects(nobody)).toEqual([]);
  expect(await countMails('reset', email)).toBe(2);
});

it('a request for a reset mail makes the same DynamoDB calls for known and unknown e-mail addresses', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
  const watched = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  await watched.registerClient({ email });
  const callsFor = async (address: string) => {
    const before = table.calls.length;
    await watched.post(PATH, { email: address });
    return table.calls.slice(before).map(({ headers, body }) => [headers['x-amz-target'], body.length]);
  };

  const known = await callsFor(email);
  const unknown = await callsFor(uniqueEmail());

  expect(known.length).toBeGreaterThan(0);
  expect(unknown).toEqual(known);
});

it('an e-mail address receives at most six reset mails per hour', async () => {
  service.deps.clock.advance(3600_000 - (service.deps.clock.now().getTime() % 3600_000));

  for (let requestCount = 0; requestCount < 8; requestCount++)
    expect(await requestReset(email)).toEqual(SENT);

  await service.runJobs();
  expect(await countMails('reset', email)).toBe(6);
});

describe('limit on reset mails per e-mail address', () => {
  const startWithBotVerdict = (verdict: object) =>
    startFakeServer(() => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(verdict),
    }));

  it.each<[string, () => Promise<string>, number]>([
    ['a failed challenge', async () => (await startWithBotVerdict({ success: false })).url, 422],
    ['a challenge that cannot be verified', async () => UNREACHABLE_URL, 503],
  ])(
    'a request for a mail with %s does not count towards the limit of the e-mail address',
    async (_, urlOf, status) => {
      const guarded = await startService({ BOT_PROTECTION: 'true', TURNSTILE_URL: await urlOf() });
      for (let requestCount = 0; requestCount < 7; requestCount++) {
        for (const path of [PATH, '/auth/email/verify/resend']) {
          expect(await guarded.post(path, { email, turnstileToken: 'x' })).toMatchObject({ status });
        }
      }

      expect(await listItems(guarded.deps, 'LIMIT#mails-to-address#')).toEqual([]);
    },
  );
});
