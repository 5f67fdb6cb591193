/** PUT /api/v1/me is no mail cannon and no oracle (infra/docs/api/accounts.md). */
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { startFaultProxy, THROTTLING_RESPONSES } from '../../support/fake-server.ts';
import { countMails, listSubjects, SUBJECTS } from '../../support/mails.ts';
import { type Reply, type Service, startService } from '../../support/service.ts';

const HOUR = 3600_000;

let service: Service;
let email: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  const { clock } = service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email, firstName: 'Vyhrali ste!' }));
});

const put = (body: object, presented = token) =>
  service.put('/me', { currentPassword: PASSWORD, ...body }, { token: presented });
const policyOf = ({ status, headers }: Reply) => [status, headers['ratelimit-policy']];

describe('a new address or phone', () => {
  const OVER = [429, '"new-contacts";q=10;w=3600'];

  it('may be tried ten times an hour', async () => {
    for (let tried = 0; tried < 10; tried++)
      expect(await put({ email: uniqueEmail() })).toMatchObject({ status: 200 });

    expect(policyOf(await put({ email: uniqueEmail() }))).toEqual(OVER);
    expect(policyOf(await put({ phone: uniquePhone() }))).toEqual(OVER);
    expect(await put({ firstName: 'Eva', phone: null })).toMatchObject({ status: 200 });
    service.deps.clock.advance(HOUR);
    expect(await put({ phone: uniquePhone() })).toMatchObject({ status: 200 });
  });

  it('tells no more than ten times who is registered: refused attempts count', async () => {
    const phone = uniquePhone();
    await service.registerClient({ phone });

    for (let tried = 0; tried < 10; tried++) {
      expect(await put({ email: uniqueEmail(), phone })).toMatchObject({ status: 422 });
    }

    expect(policyOf(await put({ email: uniqueEmail(), phone }))).toEqual(OVER);
  });

  it('counts with a wrong password, too', async () => {
    for (let tried = 0; tried < 10; tried++) {
      if (tried === 5) service.deps.clock.toNextMinute();
      expect(await put({ email: uniqueEmail(), currentPassword: 'wrong' })).toMatchObject({ status: 422 });
    }

    service.deps.clock.toNextMinute();
    expect(policyOf(await put({ email: uniqueEmail() }))).toEqual(OVER);
  });

  it('is none when it is the own one', async () => {
    for (let tried = 0; tried < 12; tried++) expect(await put({ email })).toMatchObject({ status: 200 });

    expect(await put({ email: uniqueEmail() })).toMatchObject({ status: 200 });
  });
});

it('is closed while the table throttles what guards the current password', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    call.body.includes('LIMIT#current-passwords#') ? THROTTLING_RESPONSES.ThrottlingException : undefined,
  );
  const busy = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const person = await busy.registerClient();

  const answer = await busy.put(
    '/me',
    { password: PASSWORD, passwordConfirmation: PASSWORD, currentPassword: PASSWORD },
    { token: person.token },
  );

  expect(answer).toMatchObject({
    status: 503,
    headers: { 'x-error-code': 'unavailable', 'retry-after': '5' },
  });
  expect(await busy.put('/me', { firstName: 'Eva' }, { token: person.token })).toMatchObject({ status: 200 });
});

describe('mails to somebody else', () => {
  it('are six an hour, whoever has them sent', async () => {
    const victim = uniqueEmail();
    const senders = [token, ...(await others(2))];

    const statuses: number[] = [];
    for (const sender of [...senders, ...senders, ...senders]) {
      const { status } = await put({ email: victim }, sender);
      statuses.push(status);
      await service.work();
      await put({ email: uniqueEmail() }, sender);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(policyOf(await put({ email: victim }))).toEqual([429, '"mails-to-address";q=6;w=3600']);
    await service.work();
    expect((await listSubjects(victim)).filter(subject => subject === SUBJECTS.verify)).toHaveLength(6);
  });

  it('say nothing that their sender chose', async () => {
    const victim = uniqueEmail();

    await put({ email: victim });
    await service.work();

    const [mail] = await service.mailsTo(victim);
    expect(mail?.body.text).toMatch(/^Dobrý deň,\n/);
    expect(JSON.stringify(mail)).not.toContain('Vyhrali');
  });

  it('go to no address that was replaced before they were sent', async () => {
    const [passed, last] = [uniqueEmail(), uniqueEmail()];

    await put({ email: passed });
    await put({ email: last });
    await service.work();

    expect(await listSubjects(last)).toEqual([SUBJECTS.verify]);
    expect(await listSubjects(passed)).toEqual([SUBJECTS.addressChanged]);
  });

  it('are not counted where a change was refused: its owner still gets theirs', async () => {
    const victim = uniqueEmail();
    await service.registerClient({ email: victim });
    for (let tried = 0; tried < 8; tried++)
      expect(await put({ email: victim })).toMatchObject({ status: 422 });

    await service.post('/auth/email/verify/resend', { email: victim });

    await service.work();
    expect(await countMails('verify', victim)).toBe(2);
  });
});

async function others(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => service.registerClient()));
  return people.map(person => person.token);
}
