/** Tests of POST /api/v1/operator/users/{id}/lock (infra/docs/api/operators.md#locked-accounts). */
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../support/builders.ts';
import { readLogEvents } from '../../../support/captured-log.ts';
import {
  countSubject,
  findMailText,
  findResetToken,
  findVerificationPath,
  listSubjects,
  MAIL_SUBJECTS,
} from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import {
  assertSuccess,
  type Market,
  type OfferedTestimony,
  type Person,
  readSessionId,
  startMarket,
} from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const REASON = 'Do účtu sa zrejme prihlásil niekto iný.';
const LOCKED_MAIL = 'Váš účet sme zablokovali';
const LOCKED = {
  status: 403,
  body: { message: 'This account is locked.' },
  headers: { 'x-error-code': 'locked' },
};
const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const postUserAction = (id: string, path: string, reason = REASON) =>
  market.service.post(`/operator/users/${id}/${path}`, { reason }, asOperator);
const lock = async (id: string) => assertSuccess(await postUserAction(id, 'lock'));
const login = (email: string, password = PASSWORD) => market.service.post('/auth/login', { email, password });

describe('lock of an account', () => {
  let person: Person;

  beforeEach(async () => {
    person = await market.createClient();
  });

  it('locking an account invalidates its tokens, prevents logins and mails the reason to the user', async () => {
    const { id, email, token } = person;
    const otherDevice = await market.service.signIn(email);

    const data = await lock(id);

    expect(data).toEqual({
      id,
      email,
      emailVerified: true,
      role: 'client',
      lockedAt: expect.stringMatching(/Z$/),
    });
    for (const presented of [token, otherDevice])
      expect(await market.service.get('/me', { token: presented })).toMatchObject(UNAUTHENTICATED);
    expect(await login(email)).toMatchObject(LOCKED);
    await market.runJobs();
    expect(await findMailText(email, LOCKED_MAIL)).toContain(REASON);
    const [entry] = await market.service.deps.audit.list(id);
    expect(entry).toMatchObject(expectedAuditEntry('account locked', REASON));
  });

  it('a login with a wrong password does not reveal that the account is locked', async () => {
    await lock(person.id);

    const wrong = await login(person.email, 'Uhádnuté heslo 1');
    const unknown = await login('nikto@znalci.sk', 'Uhádnuté heslo 1');

    const comparable = ({ status, body, headers }: typeof wrong) => [status, body, headers['x-error-code']];
    expect(comparable(wrong)).toEqual(comparable(unknown));
    expect(wrong.status).toBe(401);
  });

  it('a locked account cannot reset its password, even with a link mailed before the lock', async () => {
    const { id, email } = person;
    await market.service.post('/auth/password/email', { email });
    await market.runJobs();
    const token = await findResetToken(email);
    await lock(id);

    const reset = { email, token, password: 'Nové heslo 2', passwordConfirmation: 'Nové heslo 2' };
    expect(await market.service.post('/auth/password/reset', reset)).toMatchObject({ status: 400 });

    const subjects = await listSubjects(email);
    expect(await market.service.post('/auth/password/email', { email })).toMatchObject({ status: 202 });
    await market.runJobs();
    expect((await listSubjects(email)).slice(subjects.length)).toEqual([LOCKED_MAIL]);
  });

  it('locking a locked account returns 409 without a second mail', async () => {
    await lock(person.id);

    expect(await postUserAction(person.id, 'lock')).toMatchObject({
      status: 409,
      body: { message: 'This account is locked already.' },
      headers: { 'x-error-code': 'already-locked' },
    });
    await market.runJobs();
    expect(await countSubject(LOCKED_MAIL, person.email)).toBe(1);
  });

  it('an account is locked only once when three requests are concurrent', async () => {
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await postUserAction(person.id, 'lock')).status),
    );

    expect(statuses.sort()).toEqual([200, 409, 409]);
  });
});

it('a locked account cannot verify its e-mail address and gets no new verification link', async () => {
  const { deps, registerClient, runJobs, listMailsTo } = market.service;
  const email = `${Date.now()}@klienti.sk`;
  const { id } = await registerClient({ email });
  await runJobs();
  const path = await findVerificationPath(email);
  await lock(id);

  expect(await market.service.get(path)).toMatchObject({ status: 422 });

  await market.service.post('/auth/email/verify/resend', { email });
  await market.runJobs();
  const subjects = (await listMailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter(subject => subject === MAIL_SUBJECTS.verify)).toHaveLength(1);
  expect(await deps.accounts.find(id)).toMatchObject({ emailVerified: false });
});

it('a login fails when the account is locked right after its password was checked', async () => {
  const client = await market.createClient();
  const { accounts } = market.service.deps;
  const stale = await accounts.findCredentials(client.email, undefined);
  await lock(client.id);
  const findCredentials = async () => stale;
  Object.assign(market.service.deps, { accounts: { ...accounts, findCredentials } });

  expect(await login(client.email)).toMatchObject(UNAUTHENTICATED);
});

it('the offers of a locked expert are hidden until the account is unlocked', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const listOffers = async () => (await client.get(`/testimonies/${testimony.id}/offers`)).body.data;
  expect(await listOffers()).toHaveLength(1);

  await lock(expert.id);

  expect(await listOffers()).toEqual([]);
  expect(await client.startCheckout(offer.id)).toMatchObject({ status: 409 });
  await postUserAction(expert.id, 'unlock');
  expect(await listOffers()).toHaveLength(1);
});

it('a payment is refunded when the expert was locked while the client paid', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await lock(expert.id);

  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 409 });

  await market.runJobs();
  expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered' });
  expect(await listSubjects(client.email)).toContain('Vrátili sme vám platbu');
});

it('the payout of a locked expert is held until an operator releases it', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(expert);
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await lock(expert.id);

  await market.runJobs();

  const readPayout = async () =>
    assertSuccess(await market.service.get(`/operator/testimonies/${testimony.id}`, asOperator)).payout;
  expect(await readPayout()).toMatchObject({ status: 'held', reason: 'expert' });
  await postUserAction(expert.id, 'unlock');
  await market.runJobs();
  expect(await readPayout()).toMatchObject({ status: 'held' });
  const release = { reason: 'Účet patrí znalcovi.' };
  await market.service.post(`/operator/testimonies/${testimony.id}/payout/send`, release, asOperator);
  await market.runJobs();
  expect(await readPayout()).toMatchObject({ status: 'sent' });
});

it('operators see when an expert was locked', async () => {
  const { id } = await market.createExpert();
  const readLock = async () =>
    assertSuccess(await market.service.get(`/operator/experts/${id}`, asOperator)).lockedAt;
  expect(await readLock()).toBeNull();

  const { lockedAt } = await lock(id);

  expect(await readLock()).toBe(lockedAt);
});

it('a login to a locked account is recorded in the security log', async () => {
  const client = await market.createClient();
  await lock(client.id);
  const before = readLogEvents('login.rejected.locked').length;

  await login(client.email);

  expect(readLogEvents('login.rejected.locked')).toHaveLength(before + 1);
});

describe('payment pages of offers of a locked expert', () => {
  const openPage = async ({ client, offer }: OfferedTestimony) =>
    readSessionId((await client.startCheckout(offer.id)).body.data.url);

  it('locking an expert closes only the open payment pages of offers of this expert', async () => {
    const [locked, other] = [await market.createOfferedTestimony(), await market.createOfferedTestimony()];
    const [page, otherPage] = [await openPage(locked), await openPage(other)];

    await lock(locked.expert.id);
    await market.runJobs();

    expect(await market.getSession(page)).toMatchObject({ status: 'expired' });
    expect(await market.getSession(otherPage)).toMatchObject({ status: 'open' });
  });

  it('a client can pay for an offer on a new page after its expert was unlocked', async () => {
    const offered = await market.createOfferedTestimony();
    const page = await openPage(offered);
    await lock(offered.expert.id);
    await market.runJobs();
    assertSuccess(await postUserAction(offered.expert.id, 'unlock'));

    const sessionId = await offered.client.payOffer(offered.offer.id);

    expect(sessionId).not.toBe(page);
    expect(await offered.client.acceptOffer(sessionId)).toMatchObject({ status: 204 });
  });
});
