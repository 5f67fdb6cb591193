/** Tests of POST /api/v1/operator/users/{id}/restore-email (infra/docs/api/operators.md#locked-accounts). */
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../../support/builders.ts';
import { findMailText, findResetToken, findVerificationPath } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const REASON = 'Majiteľ pôvodnej adresy nám napísal z nej.';
const RESTORED_MAIL = 'Pôvodná e-mailová adresa účtu bola obnovená';
const NOT_RESTORABLE = {
  status: 422,
  body: { errors: { email: ['Účet túto e-mailovú adresu za posledných 72 hodín nepoužíval.'] } },
};
const TAKEN = { status: 422, body: { errors: { email: ['Táto e-mailová adresa je už zaregistrovaná.'] } } };

let service: Service;
let former: string;
let current: string;
let id: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  former = uniqueEmail();
  current = uniqueEmail();
  ({ id, token } = await service.registerExpert({ email: former }));
  await verify(former);
});

async function verify(address: string): Promise<void> {
  await service.runJobs();
  await service.get(await findVerificationPath(address));
}

const changeEmail = (email: string) => service.put('/me', { email, currentPassword: PASSWORD }, { token });
const restore = (email = former) =>
  service.post(`/operator/users/${id}/restore-email`, { email, reason: REASON }, asOperator);
const register = (email: string) =>
  service.post('/auth/register/client', {
    email,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    termsAgreed: true,
    firstName: 'Peter',
    lastName: 'Novák',
  });

describe('former e-mail address within 72 hours of its change', () => {
  beforeEach(async () => {
    await changeEmail(current);
  });

  it('restoring a former e-mail address ends all sessions and lets only its owner set a new password', async () => {
    const { status, body } = await restore();

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { id, email: former, emailVerified: true, role: 'expert', lockedAt: null } },
    });
    expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
    for (const email of [former, current])
      expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 401 });
    await service.runJobs();
    const password = 'Nové heslo 2';
    const reset = { email: former, token: await findResetToken(former), password };
    const response = await service.post('/auth/password/reset', { ...reset, passwordConfirmation: password });
    expect(response).toMatchObject({ status: 204 });
    expect(await service.post('/auth/login', { email: former, password })).toMatchObject({ status: 200 });
  });

  it('both e-mail addresses get a separate mail when the former address is restored', async () => {
    await restore();
    await service.runJobs();

    expect(await findMailText(former, RESTORED_MAIL)).toContain('opäť používa túto e-mailovú adresu');
    expect(await findMailText(current, RESTORED_MAIL)).toContain('účtu sme vrátili pôvodnú e-mailovú adresu');
    const [entry] = await service.deps.audit.list(id);
    expect(entry).toMatchObject(expectedAuditEntry('email restored', REASON));
  });

  it('restoring the former e-mail address invalidates all links mailed to the removed address', async () => {
    await service.post('/auth/password/email', { email: current });
    await service.runJobs();
    const [resetToken, path] = [await findResetToken(current), await findVerificationPath(current)];

    await restore();

    const password = 'Nové heslo 2';
    const reset = { email: current, token: resetToken, password, passwordConfirmation: password };
    expect(await service.post('/auth/password/reset', reset)).toMatchObject({ status: 400 });
    expect(await service.get(path)).toMatchObject({ status: 422 });
  });

  it('only a former e-mail address of the account can be restored', async () => {
    expect(await restore(uniqueEmail())).toMatchObject(NOT_RESTORABLE);
    expect(await restore(current)).toMatchObject(NOT_RESTORABLE);
    await restore();
    expect(await restore()).toMatchObject(NOT_RESTORABLE);
  });

  it('the former e-mail address of another account cannot be restored', async () => {
    const other = uniqueEmail();
    const registered = await service.registerClient({ email: other });
    await verify(other);
    const change = { email: uniqueEmail(), currentPassword: PASSWORD };
    await service.put('/me', change, { token: registered.token });

    expect(await restore(other)).toMatchObject(NOT_RESTORABLE);
  });

  it('a locked account stays locked and gets no reset link when its e-mail address is restored', async () => {
    await service.post(`/operator/users/${id}/lock`, { reason: REASON }, asOperator);

    expect((await restore()).body.data.lockedAt).toMatch(/Z$/);

    await service.runJobs();
    expect(await findResetToken(former).catch(() => 'none')).toBe('none');
    await service.post(`/operator/users/${id}/unlock`, { reason: REASON }, asOperator);
    await service.post('/auth/password/email', { email: former });
    await service.runJobs();
    expect(await findResetToken(former)).toMatch(/^[\w-]{43}$/);
  });

  it('a former e-mail address is reserved for the user who had it', async () => {
    expect(await register(former)).toMatchObject(TAKEN);
    const stranger = await service.registerClient({ email: uniqueEmail() });
    const change = { email: former, currentPassword: PASSWORD };
    expect(await service.put('/me', change, { token: stranger.token })).toMatchObject(TAKEN);

    expect(await changeEmail(former)).toMatchObject({ status: 200 });
  });

  it('a former e-mail address cannot be used to log in and gets no reset links while it is reserved', async () => {
    const before = (await service.listMailsTo(former)).length;

    expect(await service.post('/auth/login', { email: former, password: PASSWORD })).toMatchObject({
      status: 401,
    });
    await service.post('/auth/password/email', { email: former });
    await service.post('/auth/email/verify/resend', { email: former });
    await service.runJobs();

    const subjects = (await service.listMailsTo(former)).slice(before).map(({ subject }) => subject);
    expect(subjects).toEqual(['E-mailová adresa vášho účtu bola zmenená']);
  });

  it('each of two former e-mail addresses can be restored', async () => {
    await verify(current);
    await changeEmail(uniqueEmail());

    expect(await restore(current)).toMatchObject({ status: 200 });
    expect(await restore(former)).toMatchObject({ status: 200 });
  });
});

it('a former e-mail address cannot be restored after 72 hours and is then available to everybody', async () => {
  await changeEmail(current);
  service.deps.clock.advance(72 * HOUR + 1000);

  expect(await restore()).toMatchObject(NOT_RESTORABLE);
  expect(await register(former)).toMatchObject({ status: 201 });
  expect(await restore()).toMatchObject(NOT_RESTORABLE);
});

it('a former e-mail address can still be restored in the last minute of the 72 hours', async () => {
  await changeEmail(current);
  service.deps.clock.advance(72 * HOUR - MINUTE);

  expect(await restore()).toMatchObject({ status: 200 });
});

it('an e-mail address that was never verified is not reserved when its account changes the address', async () => {
  await changeEmail(current);
  await changeEmail(uniqueEmail());

  expect(await restore(current)).toMatchObject(NOT_RESTORABLE);
  expect(await register(current)).toMatchObject({ status: 201 });
});
