/** Tests of the confirmation of commands that write. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startFakeOperatorApi } from './fake-operator-api.ts';
import {
  BASE,
  EXPERT_ID,
  JOB_ID,
  REFUND_ID,
  REJECTED_ID,
  ROUTES,
  TESTIMONY_ID,
} from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';

const fakeApi = await startFakeOperatorApi({ AKIDEXAMPLE: 'secret' }, ROUTES);
afterAll(() => fakeApi.stop());
beforeEach(() => void fakeApi.calls.splice(0));

const env = { API_URL: fakeApi.url, AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
const run = (...args: string[]) => runOperator(args, env);

const CANCELLATION = ['testimonies', 'cancel', TESTIMONY_ID, '--reason', 'Znalec posudok nedodal.'];

/** Runs a command on a terminal on which the operator gives this answer. */
async function runOnTerminal(args: readonly string[], answer: string) {
  const questions: string[] = [];
  const result = await runOperator(args, env, {
    answer: async text => {
      questions.push(text);
      return answer;
    },
  });
  return { ...result, questions, methods: fakeApi.calls.map(({ method }) => method) };
}

it.each([
  [
    CANCELLATION,
    'P-3C4D5E6F: Cancel a paid testimony, payment amount 100000.00, payment refunded 0.00, held 99999.50?',
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
      'x',
    ],
    `P-3C4D5E6F: End a failed refund, reason refund-failed, amount 224.91, refund id ${REFUND_ID}, reference VS 1?`,
  ],
  [
    ['testimonies', 'end-refund', TESTIMONY_ID, '--refund-id', REFUND_ID, '--reason', 'x'],
    `P-3C4D5E6F: End a failed refund, reason refund-failed, amount 224.91, refund id ${REFUND_ID}, without reference: the client does not get the money?`,
  ],
  [
    ['users', 'lock', EXPERT_ID, '--reason', 'x'],
    'Lock an account, email jana.kovacova@znalci.example, phone +421901234567, first name Jana, last name Kováčová?',
  ],
  [['jobs', 'retry-all', 'refund'], 'Retry dead jobs of a kind, 25 records, amount 3000.00, kind refund?'],
])('the command %j asks with the names and the amounts of its records', async (args, question) => {
  const { code, questions, methods } = await runOnTerminal(args, ' YES ');

  expect(questions[0]?.split('\n').at(-1)).toBe(`${question} Type "yes": `);
  expect({ code, last: methods.at(-1) }).toEqual({ code: 0, last: 'POST' });
});

it('the confirmation question contains no control characters from the name of a record', async () => {
  const { questions } = await runOnTerminal(['users', 'lock', REJECTED_ID, '--reason', 'x'], 'no');

  expect(questions[0]).toContain('Maximiliána');
  expect(questions[0]).not.toMatch(/[^\P{C}\n]/u);
});

it('a command is not sent when its record does not exist', async () => {
  const result = await runOnTerminal(['users', 'lock', JOB_ID, '--reason', 'x'], 'yes');

  expect(result).toMatchObject({ code: 1, questions: [], methods: ['GET'] });
  expect(result.stderr).toContain('No record found.');
});

it('a command about a refund of another testimony is not sent', async () => {
  const args = ['testimonies', 'end-refund', JOB_ID, '--refund-id', REFUND_ID, '--reason', 'x'];
  const result = await runOnTerminal(args, 'yes');

  expect(result).toMatchObject({ code: 1, questions: [], methods: ['GET'] });
  expect(result.stderr).toContain('No record found.');
});

it('the confirmation question lists at most 20 of the jobs that the command concerns', async () => {
  const { questions } = await runOnTerminal(['jobs', 'retry-all', 'refund'], 'no');

  expect(questions[0]?.split('\n').filter(line => line.startsWith(JOB_ID))).toHaveLength(20);
  expect(questions[0]).toContain('and 5 more');
});

it.each(['', 'y', 'no'])('a command sends nothing when the answer is "%s"', async answer => {
  const { code, stderr, methods } = await runOnTerminal(CANCELLATION, answer);

  expect({ code, stderr }).toEqual({ code: 1, stderr: 'Not confirmed. Nothing was changed.\n' });
  expect(methods).toEqual(['GET']);
});

it('a command sends nothing when the operator presses Ctrl+C or Ctrl+D instead of an answer', async () => {
  const answer = () =>
    Promise.reject(Object.assign(new Error('Aborted with Ctrl+C'), { name: 'AbortError' }));

  expect(await runOperator(CANCELLATION, env, { answer })).toMatchObject({
    code: 1,
    stderr: 'Not confirmed. Nothing was changed.\n',
  });
  expect(fakeApi.calls.map(({ method }) => method)).toEqual(['GET']);
});

it('a command with --yes is sent without a question', async () => {
  const { questions, methods } = await runOnTerminal([...CANCELLATION, '--yes'], '');

  expect([questions, methods]).toEqual([[], ['POST']]);
});

it('a command that must be confirmed fails with exit code 2 when standard input is not a terminal', async () => {
  expect(await run(...CANCELLATION)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'This command must be confirmed, and standard input is not a terminal. Add --yes to run it without a question, or --dry-run to see what it would do.\n',
  });
  expect(fakeApi.calls).toEqual([]);
});

it('a command with --dry-run shows the record, the request and the ledger entries that would be made', async () => {
  const { code, stdout } = await run(...CANCELLATION, '--dry-run', '--yes');

  const [record, request, sections = ''] = stdout.split(/\n\n(?=Would|Versions)/);
  expect(code).toBe(0);
  expect(record).toMatch(/^Id +0198.*\nState +accepted\nPayment status +paid\nPayment amount +100000\.00\n/);
  expect(request).toBe(
    `Would send POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel\n{\n  "reason": "Znalec posudok nedodal."\n}`,
  );
  expect(sections).toMatch(/\nEntries\n.*\nrefund-ordered .* 0\.50\n/);
  expect(sections).toMatch(/\n\nNothing was changed\.\n$/);
  expect(fakeApi.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${BASE}/testimonies/${TESTIMONY_ID}`,
    `POST ${BASE}/testimonies/${TESTIMONY_ID}/cancel?dryRun=true`,
  ]);
});

it('`users close --dry-run` says that the audit log has an entry about the look-up of the account', async () => {
  const { stdout } = await run('users', 'close', EXPERT_ID, '--reason', 'x', '--dry-run');

  expect(stdout).toContain(
    'Nothing was changed. The audit log has an entry that you looked the account up.\n',
  );
});

it('a command with --dry-run --json prints the record, the request and the preview as JSON', async () => {
  const { stdout } = await run(...CANCELLATION, '--dry-run', '--json');

  expect(JSON.parse(stdout)).toMatchObject({
    dryRun: true,
    request: {
      method: 'POST',
      path: `${BASE}/testimonies/${TESTIMONY_ID}/cancel`,
      body: { reason: 'Znalec posudok nedodal.' },
    },
    records: [{ id: TESTIMONY_ID }],
    preview: { entries: [{ kind: 'refund-ordered' }] },
  });
});
