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

it('a request to resend the verification mail to a verified address sends no mail and returns 409 only to the owner', async () => {
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
