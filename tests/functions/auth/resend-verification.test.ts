import { beforeEach, expect, it } from 'vitest';
import { DUMMY_TOKEN } from '../../../infra/local/emulators.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { countMails, findVerificationPath, listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/email/verify/resend';
const SENT = { status: 204, body: undefined };

let service: Service;
let email: string;
let token: string;

async function startWithUnverified(settings: Record<string, string> = {}): Promise<void> {
  service = await startService(settings);
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email, turnstileToken: DUMMY_TOKEN }));
  await service.runJobs();
}

async function requestMail(address: string, call = {}, more = {}) {
  const { status, body } = await service.post(PATH, { email: address, ...more }, call);
  return { status, body };
}

beforeEach(() => startWithUnverified());

it('a request to resend the verification mail sends another link to an unverified e-mail address', async () => {
  expect(await requestMail(email.toUpperCase())).toEqual(SENT);

  await service.runJobs();
  expect(await countMails('verify', email)).toBe(2);
  expect(await service.get(await findVerificationPath(email))).toMatchObject({ status: 204 });
});

it('a request to resend the verification mail returns 204 and sends nothing for an unknown e-mail address', async () => {
  const nobody = uniqueEmail();

  expect(await requestMail(nobody)).toEqual(SENT);

  await service.runJobs();
  expect(await listSubjects(nobody)).toEqual([]);
  expect((await listItems(service.deps, 'JOB#')).every(({ doneAt }) => doneAt)).toBe(true);
});

it('a request to resend the verification mail to a verified address sends no mail; only its owner gets 409', async () => {
  await service.get(await findVerificationPath(email));
  const stranger = await service.registerClient();

  expect(await requestMail(email)).toEqual(SENT);
  expect(await requestMail(email, { token: stranger.token })).toEqual(SENT);
  expect(await requestMail(email, { token: 'nonsense' })).toEqual(SENT);
  expect(await requestMail(email, { token })).toEqual({
    status: 409,
    body: { message: 'Email has already been verified.' },
  });
  await service.runJobs();
  expect(await countMails('verify', email)).toBe(1);
});

it("a request for a verification mail without an e-mail address sends the mail to the address of the token's owner", async () => {
  expect(await service.post(PATH, undefined, { token })).toMatchObject(SENT);

  await service.runJobs();
  expect(await countMails('verify', email)).toBe(2);
});

it('a request for a verification mail without an e-mail address and with an invalid token gets 422', async () => {
  expect(await service.post(PATH, {}, { token: 'nonsense' })).toMatchObject({ status: 422 });
});

it('thirty requests for verification and reset mails per hour use up the limit of an IP address', async () => {
  await startWithUnverified({ RATE_LIMITS: 'strict' });
  service.deps.clock.advance(3600_000 - (service.deps.clock.now().getTime() % 3600_000));
  for (let requestCount = 0; requestCount < 15; requestCount++) {
    await requestMail(uniqueEmail());
    await service.post('/auth/password/email', {});
  }

  const { status, body, headers } = await service.post(PATH, {});

  expect({ status, body }).toEqual({ status: 429, body: { message: 'Too many requests.' } });
  expect(headers).toMatchObject({
    'retry-after': expect.stringMatching(/^\d+$/),
    'ratelimit-policy': '"mails";q=30;w=3600',
    ratelimit: `"mails";r=0;t=${headers['retry-after']}`,
  });
  expect(await requestMail(uniqueEmail(), { source: '192.0.2.99' })).toEqual(SENT);
  expect(await service.post('/auth/password/email', { email })).toMatchObject({ status: 429 });
});
