import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { withDeadline } from '../../../lib/deadline.ts';
import { runInspectionProcess } from '../../../lib/platform/inspection-process.ts';
import { readLogEvents } from '../../support/captured-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspection-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

const LIMITS = { timeMs: 10_000, heapMb: 64, residentMb: 256 };

let count = 0;

/** Writes a script that reports that it is ready, and then runs `code` with the `input`. */
function writeScript(code: string): string {
  const file = join(folder, `script-${count++}.cjs`);
  writeFileSync(file, `process.once('message', input => { ${code} }); process.send('ready');`);
  return file;
}

const run = (code: string, limits = LIMITS, input = {}) =>
  runInspectionProcess<{ readonly result: unknown }>(writeScript(code), input, limits);

/** Lists the processes that run a script of this test. Processes that have ended no longer have a command line. */
const listChildren = () =>
  readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });

it('an inspection process returns the result of its script', async () => {
  const content = Buffer.alloc(10 * 1024 * 1024, 7);

  expect(
    await run('process.send({ result: [input.content.length, input.content.at(-1)] })', LIMITS, { content }),
  ).toEqual({ result: [content.length, 7] });
});

it('the end of an inspection process after its result is not reported as a failure', async () => {
  await run('process.send({ result: 1 }); setInterval(() => {}, 1000)');

  await vi.waitFor(() => expect(listChildren()).toEqual([]), { timeout: 60_000 });
  await run('process.send({ result: 2 })'); // During this run, the exit event of the first process arrives.
  expect(readLogEvents('inspection.given_up')).toEqual([]);
});

it('an inspection process that exhausts its heap is reported as out of memory', async () => {
  expect(await run('const all = []; for (;;) all.push({ a: [all.length] })')).toBe('out-of-memory');
});

it('an inspection process that exhausts memory outside its heap is reported as out of memory', async () => {
  const code = 'const all = []; setInterval(() => all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 1)';

  expect(await run(code)).toBe('out-of-memory');
});

it('an inspection process that allocates one large buffer is reported as out of memory', async () => {
  expect(await run('const all = Buffer.alloc(600 * 1024 * 1024, 1); setInterval(() => all, 1000)')).toBe(
    'out-of-memory',
  );
});

it('an inspection process that never ends is stopped and reported as out of time', async () => {
  expect(await run('for (;;);', { ...LIMITS, timeMs: 100 })).toBe('out-of-time');

  await vi.waitFor(() => expect(listChildren()).toEqual([]));
});

it.each([
  ['is ended by a signal', `process.kill(process.pid, 'SIGSEGV')`],
  ['aborts', 'process.abort()'],
  ['exits', 'process.exit(3)'],
  ['exits without a result', 'process.disconnect()'],
  ['throws', `throw new Error('defect')`],
])(
  'the outcome of an inspection process that %s after it has received the file is a result, not an error',
  async (_, code) => {
    expect(['crashed', 'out-of-memory']).toContain(await run(code));
  },
);

it('an inspection fails when its script is missing', async () => {
  const inspection = runInspectionProcess(join(folder, 'missing.cjs'), {}, LIMITS);

  await expect(inspection).rejects.toThrow('Cannot find module');
});

it.each([
  ['throws', `throw new Error('no library')`, 'no library'],
  ['is ended by a signal', `process.kill(process.pid, 'SIGSEGV')`, 'SIGSEGV'],
  ['exits', 'process.exit(0)', 'exit code 0'],
])('an inspection fails when its script %s during the start', async (_, code, message) => {
  const file = join(folder, `start-${count++}.cjs`);
  writeFileSync(file, code);

  await expect(runInspectionProcess(file, {}, LIMITS)).rejects.toThrow(message);
});

it('an inspection process gets no variable of the environment except the path of libraries', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  vi.stubEnv('LD_LIBRARY_PATH', '/var/lang/lib');

  const { result } = (await run('process.send({ result: process.env })')) as { result: object };

  expect(Object.keys(result).filter(name => !name.startsWith('NODE_CHANNEL'))).toEqual(['LD_LIBRARY_PATH']);
});

it('an inspection ends with its process at the deadline of the invocation', async () => {
  const inspection = withDeadline({ getRemainingTimeInMillis: () => 1500 }, () => run('for (;;);'));

  await expect(inspection).rejects.toThrow('deadline');
  await vi.waitFor(() => expect(listChildren()).toEqual([]));
});
