import { expect, it } from 'vitest';
import { expertBody, type Fields, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const EMAIL_TAKEN = ['Táto e-mailová adresa je už zaregistrovaná.'];
const PHONE_TAKEN = ['Toto telefónne číslo je už zaregistrované.'];

it.each<[string, () => Fields, Record<string, string[]>]>([
  ['one e-mail address', () => ({ email: uniqueEmail() }), { email: EMAIL_TAKEN }],
  ['one phone number', () => ({ phone: uniquePhone() }), { phone: PHONE_TAKEN }],
  [
    'both e-mail address and phone number',
    () => ({ email: uniqueEmail(), phone: uniquePhone() }),
    { email: EMAIL_TAKEN, phone: PHONE_TAKEN },
  ],
])(
  'only one user is created when fifty concurrent expert registrations share %s',
  async (_, shared, errors) => {
    const service = await startService();
    const change = shared();

    const responses = await registerFiftyTimes(service, change);

    const rejectedResponses = responses.filter(({ status }) => status !== 201);
    expect(rejectedResponses).toHaveLength(49);
    for (const { status, body } of rejectedResponses) expect([status, body.errors]).toEqual([422, errors]);
    expect(await countItems(service.deps)).toEqual({
      USER: 1,
      TOKEN: 1,
      EMAIL: 1,
      PHONE: 1,
      JOB: 2,
      NAME: 1,
      NUMBER: 2,
      CREATED: 1,
      ACTIVITY: 1,
    });
    expect(await listObjectKeys(service.deps)).toHaveLength(2);
  },
);

function registerFiftyTimes(service: Service, change: Fields) {
  return Promise.all(
    Array.from({ length: 50 }, () => service.post('/auth/register/expert', expertBody(change))),
  );
}
