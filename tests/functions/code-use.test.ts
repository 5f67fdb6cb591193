/** Tests that only a successful request uses up a second-factor code (infra/docs/api/accounts.md#second-factor). */
import { expect, it } from 'vitest';
import { DomainError } from '../../lib/domain/errors.ts';
import type { Change } from '../../lib/domain/model/change.ts';
import { PASSWORD, uniqueEmail } from '../support/builders.ts';
import { switchOn } from '../support/second-factor.ts';
import { startMarket } from '../support/start-market.ts';

const REQUESTS = {
  login: ['POST', '/auth/login', {}],
  'new address': ['PUT', '/me', { email: uniqueEmail() }],
  'new password': ['PUT', '/me', { password: 'Nové heslo 2', passwordConfirmation: 'Nové heslo 2' }],
  'new bank account': ['PUT', '/me', { bankAccount: { iban: 'SK0809000000000123123123' } }],
  'payment account': ['POST', '/me/payment-account', {}],
  export: ['POST', '/me/export', {}],
  'removed second factor': ['DELETE', '/me/second-factor', {}],
  closing: ['DELETE', '/me', {}],
} as const;
type RequestName = keyof typeof REQUESTS;

/** Starts the service with an expert whose second factor is on. */
async function startWithSecondFactor() {
  const { service, ...market } = await startMarket();
  const expert = await market.createExpert();
  const { email, token } = expert;
  const { recoveryCodes, showCode } = await switchOn(service, token);
  const [recoveryCode = ''] = recoveryCodes;
  return {
    service,
    expert,
    recoveryCode,
    code: showCode(),
    send(name: RequestName, code: string) {
      const [method, path, body] = REQUESTS[name];
      const proof =
        name === 'login' ? { email, password: PASSWORD, code } : { currentPassword: PASSWORD, code };
      return service.sendWithMethod(method, path, { ...body, ...proof }, name === 'login' ? {} : { token });
    },
  };
}

const isOfCode = (change: Change) =>
  change.kind === 'second-factor-stored' ||
  (change.kind === 'job-added' && 'mail' in change.job.task && change.job.task.mail === 'recovery-code-used');

it.each(Object.keys(REQUESTS) as RequestName[])(
  'a recovery code remains valid after a failed request: %s',
  async name => {
    const { service, send, recoveryCode } = await startWithSecondFactor();
    const { unitOfWork } = service.deps;
    service.deps.unitOfWork = {
      async commit(changes, record) {
        if (!changes.every(isOfCode)) throw new DomainError('unavailable');
        return unitOfWork.commit(changes, record);
      },
    };
    expect(await send(name, recoveryCode)).toMatchObject({ status: 503 });
    service.deps.unitOfWork = unitOfWork;

    expect((await send(name, recoveryCode)).status).toBeLessThan(300);
  },
);

it('a recovery code remains valid after a rejected request', async () => {
  const { service, expert, recoveryCode: code } = await startWithSecondFactor();
  const proof = { currentPassword: PASSWORD, code };
  const put = (body: object, headers = {}) =>
    service.put('/me', { ...body, ...proof }, { token: expert.token, headers });
  const taken = uniqueEmail();
  await service.registerClient({ email: taken });

  expect(await put({ email: taken })).toMatchObject({
    status: 422,
    body: { errors: { email: [expect.any(String)] } },
  });
  expect(await put({ email: uniqueEmail() }, { 'if-match': '"old"' })).toMatchObject({ status: 412 });

  expect(await put({ email: uniqueEmail() })).toMatchObject({ status: 200 });
  expect(await put({ email: uniqueEmail() })).toMatchObject({ status: 422 });
});

it.each([
  ['login', 'login'],
  ['login', 'new password'],
  ['login', 'removed second factor'],
  ['login', 'closing'],
  ['removed second factor', 'removed second factor'],
  ['removed second factor', 'export'],
  ['new bank account', 'new address'],
  ['payment account', 'payment account'],
  ['export', 'export'],
] as const)(
  'only one of two concurrent requests with the same code of the second factor succeeds: %s and %s',
  async (...names) => {
    for (const kind of ['code', 'recoveryCode'] as const) {
      const { service, send, ...codes } = await startWithSecondFactor();
      const { unitOfWork } = service.deps;
      const bothDecided = Promise.withResolvers<void>();
      let decided = 0;
      service.deps.unitOfWork = {
        async commit(changes, record) {
          const usesCode = changes.some(({ kind }) => kind.startsWith('second-factor'));
          if (usesCode && ++decided === 2) bothDecided.resolve();
          if (usesCode) await bothDecided.promise;
          return unitOfWork.commit(changes, record);
        },
      };

      const responses = await Promise.all(names.map(name => send(name, codes[kind])));

      const [winner = 0, loser = 0] = responses.map(({ status }) => status).sort();
      expect(winner).toBeLessThan(300);
      expect([401, 422]).toContain(loser);
    }
  },
);
