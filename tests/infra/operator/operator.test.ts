/** Tests of the requests and the printed texts of the operators' commands. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../infra/operator/api-client.ts';
import { COMMANDS, type OperatorCommand, type Values } from '../../../infra/operator/commands.ts';
import { runCommand } from '../../../infra/operator/run-command.ts';
import { formatCsv } from '../../../infra/operator/terminal-output.ts';
import { startFakeOperatorApi } from './fake-operator-api.ts';
import { BASE, EXPERT_ID, NEXT_CURSOR, PENDING_PAGE, ROUTES, TESTIMONY_ID } from './prepared-responses.ts';
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

it('a command sends one signed request with the values of its name and its options', async () => {
  const settlement = ['--kind', 'payout', '--amount', '60,50', '--reference', 'VS 1', '--reason', 'Spor.'];
  const { code, stderr } = await run('testimonies', 'undo-settlement', TESTIMONY_ID, ...settlement, '--yes');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(fakeApi.calls).toEqual([
    {
      method: 'POST',
      path: `${BASE}/testimonies/${TESTIMONY_ID}/settle`,
      body: { kind: 'payout', amount: 60.5, reference: 'VS 1', undo: true, reason: 'Spor.' },
      signedBy: 'AKIDEXAMPLE',
    },
  ]);
});

it('the command "experts documents" reads the revision before the scans, and prints whole links', async () => {
  const { stdout } = await run('experts', 'documents', EXPERT_ID);

  expect(stdout).toMatch(/\nRevision +5c1f0a9b\n\nFront url +https:\/\/scans\.example\/0{120}\nBack +-\n$/);
  expect(fakeApi.calls.map(({ path }) => path)).toEqual([
    `${BASE}/experts/${EXPERT_ID}`,
    `${BASE}/experts/${EXPERT_ID}/documents`,
  ]);
});

it('the command "users export" prints all pages, and the audit entries without the identities of operators', async () => {
  const command = COMMANDS.find(({ name }) => name === 'users export') as OperatorCommand;
  const entry = { id: 'a1', what: 'account locked', why: 'x', when: '2026-03-02T09:00:59.000Z' };
  const bodies: unknown[] = [];
  const pages: Record<string, ApiResponse> = {
    undefined: { data: { account: 1, tokens: [1], audit: [] }, meta: { next_cursor: 'c2' } },
    c2: { data: { account: null, tokens: [2], audit: [] }, meta: { next_cursor: null } },
  };
  const send = async ({ method, body }: ApiRequest) => {
    if (method === 'GET') return { data: { audit: [{ ...entry, who: 'arn:2' }] } };
    bodies.push(body);
    return pages[String((body as Values).cursor)] ?? { data: {} };
  };

  const output = await runCommand(command, { values: { id: EXPERT_ID, reason: 'Request 7.' } }, send);

  expect(JSON.parse(output)).toEqual({ data: { account: 1, tokens: [1, 2], audit: [entry] } });
  expect(bodies).toEqual([{ reason: 'Request 7.' }, { reason: 'Request 7.', cursor: 'c2' }]);
});

it.each([
  ['a page of experts and how to get the next page', [], `or for the next page\n--cursor ${NEXT_CURSOR}\n`],
  ['the experts of all pages in one table', ['--all'], 'jana.kovacova@znalci.example          914523\n'],
])('the operator command prints %s', async (_, options, end) => {
  const { stdout } = await run('experts', 'pending', ...options);

  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'ID                                    CREATED AT        FIRST NAME                            LAST NAME  EMAIL                                 REGISTRATION NUMBER',
    '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e  2026-03-01 08:15  Jana                                  Kováčová   jana.kovacova@znalci.example          914523',
  ]);
  expect(stdout.endsWith(end)).toBe(true);
});

it('the operator command prints all accounting lines and their totals as CSV for a Slovak spreadsheet', async () => {
  const { code, stdout } = await run('accounting', '--month', '2026-11', '--csv');

  expect({ code, lines: stdout.trimEnd().split('\r\n') }).toEqual({
    code: 0,
    lines: [
      '\ufeffAt;Kind;From;To;Amount;Source id;Testimony id;Client id;Client;Expert id;Expert;Payment id;Session id;Is final',
      `2026-11-20T10:00:00.000Z;payment;provider;expert;224,91;pi_1;${TESTIMONY_ID};${EXPERT_ID};"'=HYPERLINK(""x""), Novák";${EXPERT_ID};Jana Kováčová;pi_1;cs_1;true`,
      `2026-11-20T10:00:00.000Z;fee;fees;provider;4,00;txn_1;${TESTIMONY_ID};${EXPERT_ID};;${EXPERT_ID};Jana Kováčová;pi_1;cs_1;true`,
      ';change of the balance at Stripe;;;220,91;;;;;;;;;',
    ],
  });
});

it('the operator command prints accounting lines as CSV of RFC 4180', async () => {
  const { code, stdout } = await run('accounting', '--month', '2026-11', '--csv', 'rfc4180');

  expect({ code, lines: stdout.trimEnd().split('\r\n') }).toEqual({
    code: 0,
    lines: [
      'At,Kind,From,To,Amount,Source id,Testimony id,Client id,Client,Expert id,Expert,Payment id,Session id,Is final',
      `2026-11-20T10:00:00.000Z,payment,provider,expert,224.91,pi_1,${TESTIMONY_ID},${EXPERT_ID},"'=HYPERLINK(""x""), Novák",${EXPERT_ID},Jana Kováčová,pi_1,cs_1,true`,
      `2026-11-20T10:00:00.000Z,fee,fees,provider,4.00,txn_1,${TESTIMONY_ID},${EXPERT_ID},,${EXPERT_ID},Jana Kováčová,pi_1,cs_1,true`,
      ',change of the balance at Stripe,,,220.91,,,,,,,,,',
    ],
  });
});

it.each([
  ['a,=1+1', "a,'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a, "=1+1', `a, "'=1+1`],
  ['\t=1+1', "'=1+1"],
  ['\r@SUM(1)', "'@SUM(1)"],
  ['-1+1', "'-1+1"],
  ['-1.5', '-1.5'],
  ['a=1', 'a=1'],
])('CSV of either form shows %j as %j, so that no program runs a formula', (text, expected) => {
  const column = { title: 'Name', member: 'name', kind: 'value', read: (row: unknown) => row } as const;

  for (const form of ['slovak', 'rfc4180'] as const) {
    const [, cell = ''] = formatCsv([column], [text], form).split('\r\n');
    expect(cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')).toBe(expected);
  }
});

it('the operator command rejects --csv together with --json', async () => {
  const { code, stdout, stderr } = await run('experts', 'pending', '--csv', '--json');

  expect({ code, stdout, calls: fakeApi.calls }).toEqual({ code: 2, stdout: '', calls: [] });
  expect(stderr).toContain('either --csv or --json');
});

it('the operator command prints aligned names without control characters', async () => {
  const { stdout } = await run('experts', 'pending');
  const [titles = '', ...rows] = stdout.split('\n').slice(0, 3);

  expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  for (const row of rows) expect([...row][titles.indexOf('REGISTRATION')]).toBe('9');
});

it('the operator command prints the whole response with --json', async () => {
  const { stdout } = await run('experts', 'pending', '--json');

  expect(JSON.parse(stdout)).toEqual(PENDING_PAGE);
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
