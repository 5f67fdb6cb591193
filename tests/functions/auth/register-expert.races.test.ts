import { expect, it } from 'vitest';
import { expertBody, type Fields, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const TAKEN = {
  email: ['Táto e-mailová adresa je už zaregistrovaná.'],
  phone: ['Toto telefónne číslo je už zaregistrované.'],
};

it('only one user is created when fifty concurrent expert registrations share address and phone number', async () => {
  const service = await startService();

  const responses = await registerFiftyTimes(service, { email: uniqueEmail(), phone: uniquePhone() });

  const rejectedResponses = responses.filter(({ status }) => status !== 201);
  expect(rejectedResponses).toHaveLength(49);
  for (const { status, body } of rejectedResponses) expect([status, body.errors]).toEqual([422, TAKEN]);
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
});

function registerFiftyTimes(service: Service, change: Fields) {
  return Promise.all(
    Array.from({ length: 50 }, () => service.post('/auth/register/expert', expertBody(change))),
  );
}
