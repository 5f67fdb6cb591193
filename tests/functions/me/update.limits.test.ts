/** Tests of the limits of PUT /api/v1/me against mail abuse and account enumeration (infra/docs/api/accounts.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { countMails, countSubject, listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { type Service, type ServiceResponse, startService } from '../../support/start-service.ts';

let service: Service;
let email: string;
let token: string;

beforeEach(async () => {
  service = await startService({ RATE_LIMITS: 'strict' });
  const { clock } = service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email, firstName: 'Vyhrali ste!' }));
});

const updateProfile = (body: object, presented = token) =>
  service.put('/me', { currentPassword: PASSWORD, ...body }, { token: presented });
const pickStatusAndPolicy = ({ status, headers }: ServiceResponse) => [status, headers['ratelimit-policy']];

describe('limit on new e-mail addresses and phone numbers per user', () => {
  const OVER = [429, '"new-contacts";q=10;w=3600'];

  it('the eleventh change of the e-mail address or phone number within an hour is rejected with 429', async () => {
    // A request with the current address does not count towards the limit.
    expect(await updateProfile({ email })).toMatchObject({ status: 200 });
    for (let tried = 0; tried < 10; tried++)
      expect(await updateProfile({ email: uniqueEmail() })).toMatchObject({ status: 200 });

    expect(pickStatusAndPolicy(await updateProfile({ email: uniqueEmail() }))).toEqual(OVER);
    expect(pickStatusAndPolicy(await updateProfile({ phone: uniquePhone() }))).toEqual(OVER);
    expect(await updateProfile({ firstName: 'Eva', phone: null })).toMatchObject({ status: 200 });
    service.deps.clock.advance(HOUR);
    expect(await updateProfile({ phone: uniquePhone() })).toMatchObject({ status: 200 });
  });

  it('rejected changes of e-mail address and phone number count towards the limit of ten per hour', async () => {
    const phone = uniquePhone();
    await service.registerClient({ phone });

    for (let tried = 0; tried < 10; tried++) {
      expect(await updateProfile({ email: uniqueEmail(), phone })).toMatchObject({ status: 422 });
    }

    expect(pickStatusAndPolicy(await updateProfile({ email: uniqueEmail(), phone }))).toEqual(OVER);
  });
});

it('an address receives at most six verification mails per hour from all users, without their texts', async () => {
  const victim = uniqueEmail();
  const senders = [token, ...(await registerOthers(2))];

  const statuses: number[] = [];
  for (const sender of [...senders, ...senders, ...senders]) {
    const { status } = await updateProfile({ email: victim }, sender);
    statuses.push(status);
    await service.runJobs();
    await updateProfile({ email: uniqueEmail() }, sender);
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
  expect(pickStatusAndPolicy(await updateProfile({ email: victim }))).toEqual([
    429,
    '"mails-to-address";q=6;w=3600',
  ]);
  await service.runJobs();
  expect(await countSubject(MAIL_SUBJECTS.verifyNew, victim)).toBe(6);
  expect(JSON.stringify(await service.listMailsTo(victim))).not.toContain('Vyhrali');
});

it('an e-mail address that is replaced before its verification mail is sent receives no verification mail', async () => {
  const [passed, last] = [uniqueEmail(), uniqueEmail()];

  await updateProfile({ email: passed });
  await updateProfile({ email: last });
  await service.runJobs();

  expect(await listSubjects(last)).toEqual([MAIL_SUBJECTS.verifyNew]);
  expect(await listSubjects(passed)).toEqual([MAIL_SUBJECTS.addressChanged]);
});

it('rejected changes to an e-mail address do not count towards the limit of mails to that address', async () => {
  const victim = uniqueEmail();
  await service.registerClient({ email: victim });
  for (let tried = 0; tried < 8; tried++)
    expect(await updateProfile({ email: victim })).toMatchObject({ status: 422 });

  await service.post('/auth/email/verify/resend', { email: victim });

  await service.runJobs();
  expect(await countMails('verify', victim)).toBe(2);
});

async function registerOthers(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => service.registerClient()));
  return people.map(person => person.token);
}
