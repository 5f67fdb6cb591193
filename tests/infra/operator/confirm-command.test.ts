/** Tests of the confirmation of commands that write. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../infra/operator/api-client.ts';
import { COMMANDS, type OperatorCommand, SINGLE_COMMANDS } from '../../../infra/operator/commands.ts';
import { runConfirmedCommand } from '../../../infra/operator/confirm-command.ts';
import { startFakeOperatorApi } from './fake-operator-api.ts';
import {
  BASE,
  DIFFERENCE_ID,
  EXPERT_ID,
  JOB_ID,
  jobBody,
  NEXT_CURSOR,
  pageBody,
  REFUND_ID,
  ROUTES,
  TESTIMONY_ID,
  unprintableExpertBody,
} from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';

const fakeApi = await startFakeOperatorApi({ AKIDEXAMPLE: 'secret' }, ROUTES);
afterAll(() => fakeApi.stop());
beforeEach(() => void fakeApi.calls.splice(0));

const env = { API_URL: fakeApi.url, AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
const run = (...args: string[]) => runOperator(args, env);
const DEAD_REFUNDS = Array.from({ length: 25 }, () => jobBody({ kind: 'refund', amount: 120 }));
const UNPRINTABLE_ID = '0198c0de-0000-7000-8000-000000000003';
const RESPONSES: typeof ROUTES = {
  ...ROUTES,
  [`GET ${BASE}/users?id=${UNPRINTABLE_ID}`]: {
    body: pageBody([unprintableExpertBody()]),
  },
  [`GET ${BASE}/jobs?id=${JOB_ID}`]: { body: pageBody(DEAD_REFUNDS.slice(0, 1)) },
  [`GET ${BASE}/jobs?state=dead`]: { body: pageBody([...DEAD_REFUNDS.slice(10), jobBody()], NEXT_CURSOR) },
  [`GET ${BASE}/jobs?state=dead&cursor=${encodeURIComponent(NEXT_CURSOR)}`]: {
    body: pageBody(DEAD_REFUNDS.slice(0, 10)),
  },
};

const CANCELLATION = ['testimonies', 'cancel', TESTIMONY_ID, '--reason', 'Znalec posudok nedodal.'];

const ALL_COMMANDS: Readonly<Record<string, OperatorCommand>> = { ...COMMANDS, ...SINGLE_COMMANDS };

/** Runs a command on a terminal on which the operator gives this answer. */
async function runOnTerminal(name: string, input: object, answer: string) {
  const questions: string[] = [];
  const requests: ApiRequest[] = [];
  const command = ALL_COMMANDS[name];
  if (!command) throw new Error(`There is no command ${name}.`);
  const send = async (request: ApiRequest) => {
    requests.push(request);
    const { body } = RESPONSES[`${request.method} ${BASE}${request.path}`] ?? { body: pageBody([]) };
    return body as ApiResponse;
  };
  const ask = async (text: string) => {
    questions.push(text);
    return answer;
  };
  const output = await runConfirmedCommand(command, input, send, { isInteractive: true, ask }).catch(
    ({ message, exitCode }) => ({ message, exitCode }),
  );
  return { output, questions, methods: requests.map(({ method }) => method) };
}

it.each([
  ['testimonies cancel', {}, 'Cancel the testimony and refund 100000.00 euros to the client?'],
  [
    'testimonies refund',
    { amount: 60, from: 'expert' },
    'Refund 60.00 euros of 100000.00 euros to the client, borne by: expert?',
  ],
  ['testimonies accept-complaint', {}, 'End the complaint and refund 100000.00 euros to the client?'],
  ['testimonies accept-complaint', { amount: 60 }, 'End the complaint and refund 60.00 euros to the client?'],
  ['testimonies reject-complaint', {}, 'End the complaint and pay 90000.50 euros to the expert?'],
  ['testimonies send-payout', {}, 'Send the payout of 90000.50 euros to the expert?'],
  ['testimonies end-payout', {}, 'End the payout of 90000.50 euros without sending it?'],
  [
    'testimonies settle',
    { kind: 'payout', amount: 60, reference: 'VS 1' },
    'Record a payout outside Stripe of 60.00 euros (VS 1)?',
  ],
  [
    'testimonies settle',
    { kind: 'borne-by-expert', amount: 60, reference: 'VS 1' },
    'Allocate to the expert (a job takes a deficit back at Stripe) 60.00 euros (VS 1)?',
  ],
] as const)('the command %s %j asks with the amount', async (name, options, question) => {
  const input = { id: TESTIMONY_ID, reason: 'x', ...options };

  const { questions, methods } = await runOnTerminal(name, input, 'yes');

  expect(questions).toEqual([expect.stringContaining(`P-3C4D5E6F: ${question} Type "yes": `)]);
  expect(questions[0]).toContain('Held            99999.50');
  expect(methods).toEqual(['GET', 'POST']);
});

it.each([
  ['jobs retry', { id: JOB_ID }, 'Retry the job "refund" over 120.00 euros?'],
  [
    'jobs dismiss',
    { id: JOB_ID },
    'Give up the job "refund" over 120.00 euros? Its work will never be done.',
  ],
  ['jobs retry-all', { kind: 'refund' }, 'Retry 25 jobs "refund" over 3000.00 euros?'],
  [
    'testimonies send-refund',
    { id: TESTIMONY_ID, refundId: REFUND_ID },
    'Send the refund of 224.91 euros to the client again?',
  ],
  [
    'testimonies end-refund',
    { id: TESTIMONY_ID, refundId: REFUND_ID },
    'End the refund of 224.91 euros? The client does not get it.',
  ],
  [
    'testimonies end-refund',
    { id: TESTIMONY_ID, refundId: REFUND_ID, reference: 'VS 1' },
    'Record that the client got the refund of 224.91 euros outside Stripe (VS 1)?',
  ],
  ['differences dismiss', { id: DIFFERENCE_ID }, 'Remove this difference of 224.91 euros for good?'],
] as const)(
  'the command %s asks about the job, the refund or the difference',
  async (name, input, question) => {
    const { questions, methods } = await runOnTerminal(name, { ...input, reason: 'x' }, ' YES ');

    expect(questions).toEqual([expect.stringContaining(question)]);
    expect(methods.at(-1)).toBe('POST');
  },
);

it.each([
  ['users lock', 'Lock Jana Kováčová <jana.kovacova@znalci.sk> and end all sessions?'],
  [
    'users release-phone',
    'Remove the phone number +421901234567 from Jana Kováčová <jana.kovacova@znalci.sk>?',
  ],
  ['experts approve', 'Approve Jana Kováčová <jana.kovacova@znalci.example>?'],
] as const)('the command %s asks with the name and the e-mail address', async (name, question) => {
  const { questions, methods } = await runOnTerminal(name, { id: EXPERT_ID, reason: 'x' }, 'yes');

  expect(questions).toEqual([expect.stringContaining(question)]);
  expect(methods).toEqual(['GET', name === 'experts approve' ? 'PUT' : 'POST']);
});

it('the reconcile command names the period in its confirmation question', async () => {
  const period = { from: '2026-11-01', to: '2026-11-03' };

  const { questions, methods } = await runOnTerminal('reconcile', period, 'yes');

  expect(questions).toEqual([
    'Compare Stripe\'s balance from 2026-11-01 to 2026-11-03 with the records? Type "yes": ',
  ]);
  expect(methods).toEqual(['POST']);
});

it('a command asks for confirmation unless its route is a GET', () => {
  const commands = Object.values(ALL_COMMANDS);

  expect(
    commands.filter(({ route, confirmation }) => !route.startsWith('GET') !== Boolean(confirmation)),
  ).toEqual([]);
});

it('the confirmation question contains no control characters from the name of a record', async () => {
  const { questions } = await runOnTerminal('users lock', { id: UNPRINTABLE_ID, reason: 'x' }, 'no');

  expect(questions[0]).not.toMatch(/[^\P{C}\n]/u);
});

it('a command is not sent when its record does not exist', async () => {
  const { output, questions, methods } = await runOnTerminal(
    'users lock',
    { id: JOB_ID, reason: 'x' },
    'yes',
  );

  expect(output).toMatchObject({ message: expect.stringContaining('No record found.'), exitCode: 1 });
  expect([questions, methods]).toEqual([[], ['GET']]);
});

it('a command shows at most 20 of the jobs that it concerns', async () => {
  const { questions } = await runOnTerminal('jobs retry-all', { kind: 'refund' }, 'no');

  expect(questions[0]?.split('\n').filter(line => line.startsWith(JOB_ID))).toHaveLength(20);
  expect(questions[0]).toContain('and 5 more');
});

it.each(['', 'y', 'no'])('a command sends nothing when the answer is "%s"', async answer => {
  const { output, methods } = await runOnTerminal(
    'testimonies cancel',
    { id: TESTIMONY_ID, reason: 'x' },
    answer,
  );

  expect(output).toEqual({ message: 'Not confirmed. Nothing was changed.', exitCode: 1 });
  expect(methods).toEqual(['GET']);
});

it('a command sends nothing when the operator presses Ctrl+C or Ctrl+D instead of an answer', async () => {
  const methods: string[] = [];
  const send = async ({ method }: ApiRequest) => {
    methods.push(method);
    return pageBody([jobBody()]) as ApiResponse;
  };
  const ask = () => Promise.reject(Object.assign(new Error('Aborted with Ctrl+C'), { name: 'AbortError' }));
  const command = COMMANDS['jobs retry'] as NonNullable<(typeof COMMANDS)['jobs retry']>;

  const run = runConfirmedCommand(command, { id: JOB_ID }, send, { isInteractive: true, ask });

  await expect(run).rejects.toMatchObject({ message: 'Not confirmed. Nothing was changed.', exitCode: 1 });
  expect(methods).toEqual(['GET']);
});

it('a command does not ask with --yes', async () => {
  const { questions, methods } = await runOnTerminal(
    'testimonies cancel',
    { id: TESTIMONY_ID, reason: 'x', yes: true },
    '',
  );

  expect([questions, methods]).toEqual([[], ['POST']]);
});

it('a command that must be confirmed fails with exit code 2 when nobody can be asked', async () => {
  expect(await run(...CANCELLATION)).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'This command must be confirmed, and standard input is not a terminal. Add --yes to run it without a question, or --dry-run to see what it would do.\n',
  });
  expect(fakeApi.calls).toEqual([]);
});

it('a command with --dry-run shows the record and the request instead of sending it', async () => {
  const { code, stdout } = await run(...CANCELLATION, '--dry-run', '--yes');

  expect(code).toBe(0);
  expect(stdout).toMatchSnapshot();
  expect(fakeApi.calls.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

it('`users close --dry-run` says that the look-up of the account is recorded', async () => {
  const { stdout } = await run('users', 'close', EXPERT_ID, '--reason', 'x', '--dry-run');

  expect(stdout).toContain('The account was not changed. The audit log has an entry that you looked it up.');
  expect(stdout).not.toContain('Nothing was changed.');
});

it('a command about money with --dry-run shows the ledger entries that would be made', async () => {
  const paths: string[] = [];
  const entry = { kind: 'refund-ordered', amount: 50, from: 'commission', to: 'refund-in-transit' };
  const send = async ({ method, path }: ApiRequest) => {
    paths.push(`${method} ${path}`);
    return {
      data: {
        id: TESTIMONY_ID,
        versions: [],
        held: 0,
        entries: [{ ...entry, at: '2026-11-20T10:00:00.000Z' }],
      },
    };
  };
  const terminal = { isInteractive: false, ask: async () => '' };
  const input = { id: TESTIMONY_ID, amount: 50, from: 'platform', reason: 'x', dryRun: true } as const;
  const runDry = (more = {}) =>
    runConfirmedCommand(COMMANDS['testimonies refund'] as never, { ...input, ...more }, send, terminal);

  expect(await runDry()).toMatch(/refund-ordered +50\.00 +commission +refund-in-transit/);
  expect(JSON.parse(await runDry({ json: true }))).toMatchObject({ preview: { entries: [entry] } });

  const sent = [`GET /testimonies/${TESTIMONY_ID}`, `POST /testimonies/${TESTIMONY_ID}/refund?dryRun=true`];
  expect(paths).toEqual([...sent, ...sent]);
});

it('a command with --dry-run --json prints the record and the request as JSON', async () => {
  const { stdout } = await run(...CANCELLATION, '--dry-run', '--json');

  expect(JSON.parse(stdout)).toMatchObject({
    dryRun: true,
    request: {
      method: 'POST',
      path: `${BASE}/testimonies/${TESTIMONY_ID}/cancel`,
      body: { reason: 'Znalec posudok nedodal.' },
    },
    records: [{ id: TESTIMONY_ID }],
  });
});

it('commands that need no confirmation have no --yes', async () => {
  expect(await run('jobs', 'dead', '--yes')).toMatchObject({ code: 2 });
});
