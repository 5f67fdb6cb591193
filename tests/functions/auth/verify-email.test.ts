import { beforeEach, describe, expect, it } from 'vitest';
import { createVerificationLink } from '../../../lib/domain/accounts/email-verification.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { findVerificationPath } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const BAD_LINK = 'Odkaz je neplatný alebo jeho platnosť vypršala.';
const INVALID_LINK_RESPONSE = { status: 422, body: { message: BAD_LINK, errors: { signature: [BAD_LINK] } } };
const OTHER_ID = '01890000-0000-7000-8000-000000000000';

let service: Service;
let email: string;
let token: string;
let path: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email }));
  await service.runJobs();
  path = await findVerificationPath(email);
});

const openLink = async (wanted: string, headers = {}) => {
  const { status, body } = await service.get(wanted, { headers });
  return { status, body };
};
const isVerified = async () => (await service.get('/me', { token })).body.data.emailVerified;

it('a verification link verifies the e-mail address without a login and returns 409 the second time', async () => {
  expect(await isVerified()).toBe(false);

  expect(await openLink(path)).toEqual({ status: 204, body: undefined });

  expect(await isVerified()).toBe(true);
  expect(await openLink(path)).toEqual({
    status: 409,
    body: { message: 'Email has already been verified.' },
  });
});

it('only one of ten concurrent requests with the same verification link gets 204 instead of 409', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => openLink(path)));

  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)]);
});

it('a verification link that is more than an hour old is rejected with 422', async () => {
  service.deps.clock.advance(60 * MINUTE + 1000);
  expect(await openLink(path)).toEqual(INVALID_LINK_RESPONSE);
  expect(await isVerified()).toBe(false);
});

describe('invalid links of verification mails', () => {
  const changeLastLetter = (text: string) => text.replace(/.$/, last => (last === 'A' ? 'B' : 'A'));
  it.each<[string, (path: string) => string]>([
    ['a changed signature', path => changeLastLetter(path)],
    ['no signature', path => path.replace(/&signature=.*/, '')],
    ['a signature of invalid characters', path => path.replace(/signature=.*/, 'signature=%C3%A1%00')],
    ['a changed expiry', path => path.replace(/expires=\d+/, 'expires=99999999999')],
    ['a different hash', path => path.replace(/\/[0-9a-f]{64}/, `/${'0'.repeat(64)}`)],
    ['an unknown user', path => path.replace(/verify\/[^/]+/, `verify/${OTHER_ID}`)],
    ['a very long user id', path => path.replace(/verify\/[^/]+/, `verify/${'x'.repeat(3000)}`)],
  ])('a verification link with %s is rejected with 422', async (_, changed) => {
    expect(await openLink(changed(path))).toEqual(INVALID_LINK_RESPONSE);
    expect(await isVerified()).toBe(false);
  });

  it('a correctly signed verification link with the id of an unknown user is rejected with 422', async () => {
    const link = await createVerificationLink({ id: OTHER_ID, email }, service.deps);
    const url = new URL(link, 'https://www.example').searchParams.get('url')?.split('/api/v1')[1] ?? '';

    expect(await openLink(url)).toEqual(INVALID_LINK_RESPONSE);
    expect(await listItems(service.deps, `USER#${OTHER_ID}`)).toEqual([]);
  });

  it('a change of the e-mail address invalidates the verification link that was sent to the former address', async () => {
    const changed = uniqueEmail();
    await service.put('/me', { email: changed, currentPassword: PASSWORD }, { token });

    expect(await openLink(path)).toEqual(INVALID_LINK_RESPONSE);
    await service.runJobs();
    expect(await openLink(await findVerificationPath(changed))).toMatchObject({ status: 204 });
  });
});
