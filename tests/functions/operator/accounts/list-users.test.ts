import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, inject, it } from 'vitest';
import type { User } from '../../../../lib/domain/model/accounts/account.ts';
import { listSearchKeys } from '../../../../lib/platform/aws/table/keys.ts';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../../support/builders.ts';
import { isDynamoOperation, startFaultProxy } from '../../../support/fake-server.ts';
import { findVerificationPath } from '../../../support/find-mails.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { assertSuccess } from '../../../support/start-market.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const UNKNOWN_ID = '01a1fddd-ff47-7274-a9b4-e43d50a27f12';
const COMPANY = { businessId: '87654321', taxId: '2020123456', vatId: null };

let service: Service;

beforeEach(async () => {
  service = await startService();
});

const createPath = (query: Record<string, string>) => `/operator/users?${new URLSearchParams(query)}`;
const find = async (query: Record<string, string>) =>
  assertSuccess(await service.get(createPath(query), asOperator));
const findIds = async (query: Record<string, string>): Promise<string[]> =>
  (await find(query)).map(({ id }: { id: string }) => id);
const closeAccount = (token: string) =>
  service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

it('an operator finds an expert by id, e-mail address, phone, name, registration number or business id', async () => {
  const [email, phone] = [uniqueEmail(), uniquePhone()];
  const { id } = await service.registerExpert({ email, phone });
  await service.registerExpert({ lastName: 'Iná', registrationNumber: '1', company: COMPANY });

  expect(await find({ email: ` ${email.toUpperCase()}` })).toEqual([
    {
      id,
      email,
      emailVerified: false,
      role: 'expert',
      lockedAt: null,
      phone,
      firstName: 'Jana',
      lastName: 'Kováčová',
      registrationNumber: '914 567',
      businessId: '12345678',
      createdAt: expect.stringMatching(/Z$/),
      partner: null,
    },
  ]);
  const queries = [{ id }, { phone }, { name: 'Kováčová' }, { number: '914567' }, { number: '12 34 56 78' }];
  for (const query of queries) expect(await findIds(query as Record<string, string>)).toEqual([id]);
});

it('an operator finds a client by name or business id', async () => {
  const { id } = await service.registerClient({ firstName: 'Peter', lastName: 'Novák', company: COMPANY });

  expect(await findIds({ name: 'novak' })).toEqual([id]);
  expect(await findIds({ number: '87654321' })).toEqual([id]);
});

it.each(['NOVAK', 'no', ' novák,  p'])(
  'a search by the beginning of a name ignores case, accents and word order ("%s")',
  async name => {
    const { id } = await service.registerClient({ firstName: 'Peter', lastName: 'Novák' });
    await service.registerClient({ firstName: 'Peter', lastName: 'Malý' });

    expect(await findIds({ name })).toEqual([id]);
  },
);

it('a search for two names also finds users whose first and last names are swapped', async () => {
  const { id: swapped } = await service.registerClient({ firstName: 'Novák', lastName: 'Peter' });
  const ids = [];
  for (let count = 0; count < 16; count++)
    ids.push((await service.registerClient({ firstName: 'Peter', lastName: 'Novák' })).id);

  const first = (await service.get(createPath({ name: 'Peter Novák' }), asOperator)).body;
  const second = (await service.get(first.links.next.split('/api/v1')[1], asOperator)).body;

  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([swapped, ...ids]);
  expect([first.data.length, second.meta.next_cursor]).toEqual([15, null]);
});

it('a changed account is found by its new name and numbers and not by the old ones', async () => {
  const [email, phone] = [uniqueEmail(), uniquePhone()];
  const { id, token } = await service.registerExpert({ email, phone });
  await service.runJobs();
  await service.get(await findVerificationPath(email));
  const change = {
    email: uniqueEmail(),
    phone: uniquePhone(),
    lastName: 'Horáková',
    registrationNumber: '7',
    currentPassword: PASSWORD,
  };
  assertSuccess(await service.put('/me', change, { token }));

  for (const query of [
    { name: 'Horáková' },
    { number: '7' },
    { email: change.email },
    { phone: change.phone },
  ])
    expect(await findIds(query as Record<string, string>)).toEqual([id]);
  for (const query of [{ name: 'Kováčová' }, { number: '914567' }, { phone }])
    expect(await findIds(query as Record<string, string>)).toEqual([]);
  // The former verified address still finds the account, because it is reserved for the account.
  expect(await findIds({ email })).toEqual([id]);
});

it('every account that a search shows gets an audit entry, which does not contain the search term', async () => {
  const { id } = await service.registerClient({ firstName: 'Peter', lastName: 'Novák' });
  const { id: other } = await service.registerClient({ firstName: 'Eva', lastName: 'Malá' });

  await find({ name: 'Novák' });

  expect(await service.deps.audit.list(id)).toEqual([
    { ...expectedAuditEntry('account looked up'), subjectId: id },
  ]);
  expect(await service.deps.audit.list(other)).toEqual([]);
  expect(JSON.stringify(await listItems(service.deps, 'AUDIT#'))).not.toMatch(/nov[aá]k/i);
});

it('a closed account has no search entries and is not found', async () => {
  const email = uniqueEmail();
  const { id, token } = await service.registerExpert({ email });
  expect(await closeAccount(token)).toMatchObject({ status: 204 });

  for (const query of [{ id }, { email }, { name: 'Kováčová' }, { number: '914567' }])
    expect(await findIds(query as Record<string, string>)).toEqual([]);
  expect(await listItems(service.deps, 'NAME#')).toEqual([]);
  expect(await listItems(service.deps, 'NUMBER#')).toEqual([]);
});

it('a search for data that no account has returns nothing', async () => {
  for (const query of [{ id: UNKNOWN_ID }, { email: 'nikto@znalci.sk' }, { phone: '+421905000000' }])
    expect(await findIds(query as Record<string, string>)).toEqual([]);
  for (const query of [{ name: 'Nikto' }, { number: '000' }])
    expect(await findIds(query as Record<string, string>)).toEqual([]);
});

it.each<[string, Record<string, string>, string]>([
  ['no search term', {}, 'id'],
  ['two search terms', { name: 'Novák', number: '1' }, 'id'],
  ['an invalid id', { id: '1' }, 'id'],
  ['an invalid address', { email: 'novak' }, 'email'],
  ['an invalid phone number', { phone: '0905123456' }, 'phone'],
  ['a name of one letter', { name: 'N.' }, 'name'],
  ['a number without digits and letters', { number: '- -' }, 'number'],
])('an invalid search for users is rejected with 422 (%s)', async (_, query, field) => {
  const { status, body } = await service.get(createPath(query), asOperator);

  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
});

it('only operators can search for users, with cursors that work only for their own search', async () => {
  for (let count = 0; count < 16; count++) await service.registerClient({ lastName: 'Novák' });
  const { meta } = (await service.get(createPath({ name: 'Novák' }), asOperator)).body;

  const other = createPath({ name: 'Nováková', cursor: meta.next_cursor });

  expect(await service.get(other, asOperator)).toMatchObject({ status: 400 });
  expect(await service.get(createPath({ name: 'Novák' }))).toMatchObject({ status: 403 });
});

it('a search for users fails when an audit entry cannot be written', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, request =>
    isDynamoOperation('PutItem', request) ? { status: 500, body: '{}' } : undefined,
  );
  const failing = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const { id } = await failing.registerClient();

  expect(await failing.get(createPath({ id }), asOperator)).toMatchObject({ status: 503 });
});

it('a search by name among 5,000 accounts reads one partition of the table', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
  service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const { id } = await service.registerClient({ firstName: 'Zuzana', lastName: 'Žilková' });
  const user = (await service.deps.accounts.find(id)) as User;
  await addAccounts(user, 5000);
  const before = table.calls.length;

  expect(await findIds({ name: 'zilkova' })).toEqual([id]);

  const operations = table.calls
    .slice(before)
    .map(({ headers }) => String(headers['x-amz-target']).replace(/.*[.]/, ''));
  expect(operations).toEqual(['Query', 'BatchGetItem', 'PutItem']);
});

/** Adds index items of accounts with other names than the given one, without the accounts themselves. */
async function addAccounts(user: User, count: number): Promise<void> {
  const { client, name } = service.deps.table;
  const keys = Array.from({ length: count }, (_, index) =>
    listSearchKeys({
      ...user,
      id: `${UNKNOWN_ID}-${index}`,
      lastName: `${'abcdefghij'[index % 10]}x${index}`,
    }),
  ).flat();
  const addItems = (items: typeof keys) => {
    const puts = items.map(Item => ({ PutRequest: { Item } }));
    return client.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
  };
  for (let start = 0; start < keys.length; start += 250) {
    const batches = Array.from({ length: 10 }, (_, at) => keys.slice(start + at * 25, start + at * 25 + 25));
    await Promise.all(batches.filter(batch => batch.length > 0).map(addItems));
  }
}
