/** Tests of the requests and the printed texts of the operators' commands. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeOperatorApi } from './fake-operator-api.ts';
import {
  BASE,
  EXPERT_ID,
  expertBody,
  JOB_ID,
  NEXT_CURSOR,
  pageBody,
  REFUND_ID,
  REVISION,
  ROUTES,
  TESTIMONY_ID,
  unprintableExpertBody,
} from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';

const fakeApi = await startFakeOperatorApi({ AKIDEXAMPLE: 'secret' }, ROUTES);
afterAll(() => fakeApi.stop());
beforeEach(() => {
  fakeApi.calls.splice(0);
  fakeApi.idempotencyKeys.splice(0);
});

const env = {
  API_URL: fakeApi.url,
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const run = (...args: string[]) => runOperator(args, env);

it.each([
  [
    ['experts', 'pending', '--cursor', NEXT_CURSOR],
    'GET',
    '/experts?state=pending&cursor=eyJpZCI6IjAxOTgifQ%3D%3D',
    '',
  ],
  [['jobs', 'dead', '--limit', '5', '--cursor', 'x'], 'GET', '/jobs?state=dead&limit=5&cursor=x', ''],
  [['experts', 'show', EXPERT_ID.toUpperCase()], 'GET', `/experts/${EXPERT_ID}`, ''],
  [['experts', 'approve', EXPERT_ID, '--yes'], 'PUT', `/experts/${EXPERT_ID}/approval`, { approved: true }],
  [
    ['experts', 'reject-identity', EXPERT_ID, '--revision', REVISION, '--reason', '„Rozmazané“', '--yes'],
    'PUT',
    `/experts/${EXPERT_ID}/identity-review`,
    { decision: 'rejected', reason: '„Rozmazané“', revision: REVISION },
  ],
  [['users', 'find', '--name', 'Novák Peter'], 'GET', '/users?name=Nov%C3%A1k%20Peter', ''],
  [['users', 'find', '--phone', '+421905123456'], 'GET', '/users?phone=%2B421905123456', ''],
  [['jobs', 'resend', JOB_ID, '--yes'], 'POST', `/jobs/${JOB_ID}/retry?resend=true`, ''],
  [
    [
      'testimonies',
      'accept-complaint',
      TESTIMONY_ID,
      '--amount',
      '60,50',
      '--reason',
      'Príloha chýba.',
      '--yes',
    ],
    'POST',
    `/testimonies/${TESTIMONY_ID}/end-complaint`,
    { outcome: 'refund', amount: 60.5, reason: 'Príloha chýba.' },
  ],
  [
    [
      'testimonies',
      'end-refund',
      TESTIMONY_ID,
      '--refund-id',
      REFUND_ID,
      '--reference',
      'VS 1',
      '--reason',
      'Prevod.',
      '--yes',
    ],
    'POST',
    `/testimonies/${TESTIMONY_ID}/refunds/${REFUND_ID}/end`,
    { reference: 'VS 1', reason: 'Prevod.' },
  ],
  [
    [
      'testimonies',
      'settle',
      TESTIMONY_ID,
      '--kind',
      'borne-by-platform',
      '--amount',
      '5',
      '--reference',
      'VS 1',
      '--session-id',
      'cs_late',
      '--reason',
      'Spor.',
      '--yes',
    ],
    'POST',
    `/testimonies/${TESTIMONY_ID}/settle`,
    { kind: 'borne-by-platform', amount: 5, reference: 'VS 1', sessionId: 'cs_late', reason: 'Spor.' },
  ],
  [['money', 'decide'], 'GET', '/money?list=decide', ''],
  [['jobs', 'retry-all', 'mail', '--yes'], 'POST', '/jobs/retry', { kind: 'mail' }],
])('the command %j sends one signed request', async (args, method, path, body) => {
  const { code, stderr } = await run(...args);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(fakeApi.calls).toEqual([{ method, path: BASE + path, body, signedBy: 'AKIDEXAMPLE' }]);
});

it('the command "experts documents" reads the revision before the scans', async () => {
  await run('experts', 'documents', EXPERT_ID);

  expect(fakeApi.calls.map(({ path }) => path)).toEqual([
    `${BASE}/experts/${EXPERT_ID}`,
    `${BASE}/experts/${EXPERT_ID}/documents`,
  ]);
});

it('the command "users export" adds the audit entries to the exported data, without the identities of operators', async () => {
  const { stdout } = await run('users', 'export', EXPERT_ID, '--reason', 'Request 7.', '--yes');

  const { data } = JSON.parse(stdout);
  expect(data.audit.map((entry: object) => Object.keys(entry))).toEqual(
    Array(2).fill(['id', 'what', 'why', 'when']),
  );
  expect(fakeApi.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${BASE}/users/${EXPERT_ID}/export`,
    `GET ${BASE}/history?id=${EXPERT_ID}`,
  ]);
});

it.each([
  ['a page of experts and how to get the next page', ['experts', 'pending']],
  ['the experts of all pages in one table', ['experts', 'pending', '--all']],
  ['an expert with the audit entries', ['experts', 'show', EXPERT_ID]],
  ['links to the scans and a note for a deleted scan', ['experts', 'documents', EXPERT_ID]],
  ['the accounts of a name', ['users', 'find', '--name', 'Novák Peter']],
  ['the amounts that wait for a decision in a table', ['money', 'decide']],
  ['a testimony with its ledger', ['testimonies', 'show', TESTIMONY_ID]],
  ['a message when the list is empty', ['jobs', 'dead']],
  ['a job', ['jobs', 'show', JOB_ID]],
  ['the statistics of a month', ['statistics', '--month', '2026-11']],
])('the operator command prints %s', async (_, args) => {
  expect((await run(...args)).stdout).toMatchSnapshot();
});

it('the operator command prints all accounting lines and their totals as CSV for a Slovak spreadsheet', async () => {
  const { code, stdout } = await run('accounting', '--month', '2026-11', '--csv');

  expect({ code, lines: stdout.trimEnd().split('\r\n') }).toEqual({
    code: 0,
    lines: [
      '\ufeffWhen;What;Amount;From;To;Testimony;Client;Client id;Expert;Expert id;Id or reference;Payment;Session;Final',
      `2026-11-20T10:00:00.000Z;payment;224,91;provider;expert;${TESTIMONY_ID};"'=HYPERLINK(""x""), Novák";${EXPERT_ID};Jana Kováčová;${EXPERT_ID};pi_1;pi_1;cs_1;true`,
      `2026-11-20T10:00:00.000Z;fee;4,00;fees;provider;${TESTIMONY_ID};;${EXPERT_ID};Jana Kováčová;${EXPERT_ID};txn_1;pi_1;cs_1;true`,
      ';change of the balance at Stripe;220,91;;;;;;;;;;;',
    ],
  });
});

it('the operator command prints accounting lines as CSV of RFC 4180', async () => {
  const { code, stdout } = await run('accounting', '--month', '2026-11', '--csv', 'rfc4180');

  expect({ code, lines: stdout.trimEnd().split('\r\n') }).toEqual({
    code: 0,
    lines: [
      'When,What,Amount,From,To,Testimony,Client,Client id,Expert,Expert id,Id or reference,Payment,Session,Final',
      `2026-11-20T10:00:00.000Z,payment,224.91,provider,expert,${TESTIMONY_ID},"'=HYPERLINK(""x""), Novák",${EXPERT_ID},Jana Kováčová,${EXPERT_ID},pi_1,pi_1,cs_1,true`,
      `2026-11-20T10:00:00.000Z,fee,4.00,fees,provider,${TESTIMONY_ID},,${EXPERT_ID},Jana Kováčová,${EXPERT_ID},txn_1,pi_1,cs_1,true`,
      ',change of the balance at Stripe,220.91,,,,,,,,,,,',
    ],
  });
});

it('the operator command prints aligned names without control characters', async () => {
  const { stdout } = await run('experts', 'pending');
  const [titles = '', ...rows] = stdout.split('\n').slice(0, 3);

  expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  for (const row of rows) expect([...row][titles.indexOf('REG. NUMBER')]).toBe('9');
});

it('the operator command prints the whole response with --json', async () => {
  const { stdout } = await run('experts', 'pending', '--json');

  expect(JSON.parse(stdout)).toEqual(pageBody([expertBody(), unprintableExpertBody()], NEXT_CURSOR));
  expect(stdout).not.toMatch(/[^\P{C}\n]/u);
});

it('the operator command prints all pages as one JSON document with --json --all', async () => {
  const { stdout } = await run('experts', 'pending', '--json', '--all');

  expect(JSON.parse(stdout).data.length).toBe(3);
});

describe('idempotency keys of the operator command', () => {
  const LOCK = ['users', 'lock', EXPERT_ID, '--reason', 'Stratený telefón.', '--yes'];

  it('every command that writes sends a fresh idempotency key', async () => {
    await run(...LOCK);
    await run(...LOCK);
    await run('jobs', 'dead');

    const [first, second, third] = fakeApi.idempotencyKeys;
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(third).toBeUndefined();
  });

  it('a command whose response is lost repeats the request with the same idempotency key', async () => {
    fakeApi.faults.lostResponses = 1;

    expect(await run(...LOCK)).toMatchObject({ code: 0 });

    expect(fakeApi.calls).toHaveLength(2);
    expect(new Set(fakeApi.idempotencyKeys).size).toBe(1);
  });

  it('a command that gets no response says that the change may have been made', async () => {
    fakeApi.faults.lostResponses = 3;

    expect(await run(...LOCK)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The change may have been made all the same.'),
    });
    expect(fakeApi.calls).toHaveLength(3);
  });
});
