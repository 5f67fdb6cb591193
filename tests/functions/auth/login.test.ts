import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bcryptPasswordHasher } from '../../../lib/platform/passwords.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/login';
const WRONG_PASSWORD = 'Nie je heslo 1';

let service: Service;
let email: string;

beforeAll(async () => {
  service = await startService();
  email = uniqueEmail();
  await service.registerExpert({ email });
});

describe('login with e-mail address and password', () => {
  it('login returns a new bearer token for the right e-mail address and password', async () => {
    const { status, body } = await service.post(PATH, { email, password: PASSWORD });

    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { token: expect.stringMatching(/^[0-9a-f-]{36}_[0-9a-f-]{36}\|[\w-]{43}$/) } },
    });
    const me = await service.get('/me', { token: body.data.token });
    expect(me.body.data.email).toBe(email);
  });

  it('login ignores the case and surrounding spaces of the e-mail address', async () => {
    const response = await service.post(PATH, { email: ` ${email.toUpperCase()} `, password: PASSWORD });

    expect(response).toMatchObject({ status: 200 });
  });

  it('login accepts a password in a different Unicode normalization form', async () => {
    const response = await service.post(PATH, { email, password: PASSWORD.normalize('NFD') });

    expect(PASSWORD.normalize('NFD')).not.toBe(PASSWORD);
    expect(response).toMatchObject({ status: 200 });
  });

  it('login responds to a wrong password and an unknown e-mail address with the same 401 after one hash comparison', async () => {
    const comparedPasswords: (string | undefined)[] = [];
    const counting = await startService({}, ({ passwordHasher }) => ({
      passwordHasher: {
        ...passwordHasher,
        matches: (password, stored) => {
          comparedPasswords.push(password);
          return passwordHasher.matches(password, stored);
        },
      },
    }));
    const known = uniqueEmail();
    await counting.registerExpert({ email: known });

    const wrong = await counting.post(PATH, { email: known, password: WRONG_PASSWORD });
    const unknown = await counting.post(PATH, { email: uniqueEmail(), password: WRONG_PASSWORD });

    expect([wrong.status, wrong.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    expect(unknown).toEqual({ ...wrong, headers: { ...wrong.headers, 'x-request-id': expect.any(String) } });
    expect(comparedPasswords).toEqual([WRONG_PASSWORD, WRONG_PASSWORD]);
  });

  it("login returns 401 when the credentials change between the password check and the token's creation", async () => {
    const racing = await startService({}, ({ accounts }) => ({
      accounts: {
        ...accounts,
        async findCredentials(address, market) {
          const found = await accounts.findCredentials(address, market);
          return found && { ...found, credentialEpoch: found.credentialEpoch - 1 };
        },
      },
    }));
    const address = uniqueEmail();
    await racing.registerExpert({ email: address });

    expect(await racing.post(PATH, { email: address, password: PASSWORD })).toMatchObject({ status: 401 });
    expect(await listItems(racing.deps, 'TOKEN#')).toHaveLength(1);
  });
});

describe('upgrade of outdated password hashes at a login', () => {
  const getPasswordHash = async (address: string) => {
    const [claim] = await listItems(weak.deps, `EMAIL#${address}`);
    return claim?.passwordHash;
  };
  let weak: Service;
  let address: string;

  beforeEach(async () => {
    weak = await startService();
    address = uniqueEmail();
    await weak.registerClient({ email: address });
    const peppers = { 1: 'pepper of the tests', 2: 'a newer one' };
    const passwords = bcryptPasswordHasher({ PASSWORD_HASH_COST: '5' }, async () => JSON.stringify(peppers));
    Object.assign(weak.deps, { passwordHasher: passwords });
  });

  it('only the first login upgrades an outdated password hash', async () => {
    expect(await getPasswordHash(address)).toMatchObject({
      hash: expect.stringMatching(/^\$2b\$04/),
      pepper: '1',
    });

    await weak.signIn(address);

    const renewed = await getPasswordHash(address);
    expect(renewed).toMatchObject({ hash: expect.stringMatching(/^\$2b\$05/), pepper: '2' });
    await weak.signIn(address);
    expect(await getPasswordHash(address)).toEqual(renewed);
    expect((await weak.post(PATH, { email: address, password: 'wrong 1' })).status).toBe(401);
  });

  it('a login with a wrong password does not upgrade an outdated password hash', async () => {
    const before = await getPasswordHash(address);

    await weak.post(PATH, { email: address, password: 'wrong 1' });

    expect(await getPasswordHash(address)).toEqual(before);
  });

  it('a hash upgrade neither makes the login fail nor overwrites a newer hash', async () => {
    const { accounts } = weak.deps;
    const before = await getPasswordHash(address);
    Object.assign(weak.deps, { accounts: { ...accounts, rehash: () => Promise.reject(new Error('no')) } });

    await weak.signIn(address);

    await accounts.rehash(
      address,
      undefined,
      { ...before, hash: 'another' },
      { ...before, hash: 'upgraded' },
    );
    expect(await getPasswordHash(address)).toEqual(before);
  });
});
