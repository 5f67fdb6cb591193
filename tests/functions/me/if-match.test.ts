/** Tests of `ETag` and `If-Match` on /me, which prevent lost updates (infra/docs/api/accounts.md). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { type Service, startService } from '../../support/start-service.ts';

const STALE = {
  status: 412,
  headers: { 'x-error-code': 'stale' },
  body: { message: 'This has changed since it was read. Please look again.' },
};

let service: Service;
let token: string;

beforeEach(async () => {
  service = await startService();
  ({ token } = await service.registerExpert());
});

const getEtag = async () => (await service.get('/me', { token })).headers.etag ?? '';
const updateProfile = (body: object, ifMatch?: string) =>
  service.put('/me', body, { token, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

it('the ETag of an account stays the same until the account changes', async () => {
  const first = await getEtag();
  const { headers } = await updateProfile({ firstName: 'Eva' });

  expect(first).toMatch(/^"[\w-]+"$/);
  expect(headers.etag).not.toBe(first);
  expect([await getEtag(), await getEtag()]).toEqual([headers.etag, headers.etag]);
});

it("an account update is accepted with the current ETag or with the ETag of the previous update's response", async () => {
  const { status, headers } = await updateProfile({ firstName: 'Eva' }, await getEtag());

  expect(status).toBe(200);
  expect(await updateProfile({ firstName: 'Anna' }, headers.etag)).toMatchObject({
    status: 200,
    body: { data: { firstName: 'Anna' } },
  });
});

it.each([
  ['*', () => '*'],
  ['a list with the current ETag', (current: string) => `"other", ${current}`],
])('an account update is accepted when If-Match is %s', async (_, header) => {
  expect(await updateProfile({ firstName: 'Eva' }, header(await getEtag()))).toMatchObject({ status: 200 });
});

it.each([
  ['outdated', (earlier: string) => earlier],
  ['weak', (_: string, current: string) => `W/${current}`],
  ['malformed', () => 'x'],
])('an account update returns 412 and changes nothing when the ETag in If-Match is %s', async (_, header) => {
  const earlier = await getEtag();
  await updateProfile({ firstName: 'Eva' });
  const current = await getEtag();

  expect(await updateProfile({ firstName: 'Anna' }, header(earlier, current))).toMatchObject(STALE);

  expect((await service.get('/me', { token })).body.data.firstName).toBe('Eva');
});

it('an account update with an outdated ETag returns 412 even when no value changes', async () => {
  const earlier = await getEtag();
  await updateProfile({ firstName: 'Eva' });

  expect(await updateProfile({ firstName: 'Eva' }, earlier)).toMatchObject(STALE);
});

it('an account update with both an outdated ETag and invalid values returns 422 instead of 412', async () => {
  const { phone } = (await service.get('/me', { token: (await service.registerExpert()).token })).body.data;
  const wrongPassword = { email: uniqueEmail(), currentPassword: 'Iné heslo 1' };

  for (const body of [{ firstName: '' }, wrongPassword, { phone }]) {
    expect(await updateProfile(body, '"x"')).toMatchObject({ status: 422 });
  }
});

it('an e-mail address change with an outdated ETag sends no mail and does not reserve the address', async () => {
  const email = uniqueEmail();

  expect(await updateProfile({ email, currentPassword: PASSWORD }, '"x"')).toMatchObject(STALE);
  await service.runJobs();

  expect(await service.listMailsTo(email)).toEqual([]);
  expect(await service.registerClient({ email })).toMatchObject({ token: expect.any(String) });
});

it('all but one of ten concurrent account updates with the same ETag get 412', async () => {
  const seen = await getEtag();
  const changes = Array.from({ length: 10 }, () => ({ phone: uniquePhone() }));

  const responses = await Promise.all(changes.map(change => updateProfile(change, seen)));

  const [winner, ...others] = responses.toSorted((a, b) => a.status - b.status);
  expect(winner).toMatchObject({ status: 200 });
  for (const other of others) expect(other).toMatchObject(STALE);
  expect((await service.get('/me', { token })).body).toEqual(winner?.body);
});
