/** An instance of a function on this machine: what it answers, and how it may fail, is its own affair. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import WorkerRunner from '../../../infra/local/worker-runner.ts';

/** Runs a bundle with this text. */
function instanceOf(code: string, env: Record<string, string> = {}): WorkerRunner {
  const servicePath = mkdtempSync(join(tmpdir(), 'worker-'));
  mkdirSync(join(servicePath, 'out/functions'), { recursive: true });
  writeFileSync(join(servicePath, 'out/functions/any.cjs'), code);
  const runner = new WorkerRunner(
    { servicePath, codeDir: 'out', handler: 'functions/any.handler', timeout: 5000 },
    env,
  );
  onTestFinished(async () => {
    await runner.cleanup();
    rmSync(servicePath, { recursive: true });
  });
  return runner;
}

it('is loaded once, with the environment of its function', async () => {
  const instance = instanceOf(
    'let calls = 0; exports.handler = async event => [event, ++calls, process.env.STAGE];',
    { STAGE: 'local' },
  );

  expect(await instance.run('first', {})).toEqual(['first', 1, 'local']);
  expect(await instance.run('second', {})).toEqual(['second', 2, 'local']);
});

it('is told who calls and how long it has', async () => {
  const instance = instanceOf(
    'exports.handler = async (_, context) => [context.awsRequestId, context.getRemainingTimeInMillis()];',
  );

  const [id, left] = (await instance.run({}, { awsRequestId: 'r1' })) as [string, number];

  expect(id).toBe('r1');
  expect(left).toBeGreaterThan(1000);
  expect(left).toBeLessThanOrEqual(5000);
});

it.each([
  ['throws', "throw new TypeError('broken')", 'broken'],
  ['throws what is no error', "throw 'broken'", 'broken'],
  ['throws what no thread can send', "throw new Error('broken', { cause: () => 1 })", 'broken'],
  ['answers what no thread can send', 'return () => {}', 'could not be cloned'],
])('that %s fails that call, and answers the next', async (_, act, message) => {
  const instance = instanceOf(`exports.handler = async event => { if (event) { ${act} } return 'fine'; };`);

  await expect(instance.run(true, {})).rejects.toThrow(message);
  expect(await instance.run(false, {})).toBe('fine');
});

it('that cannot be loaded fails its calls', async () => {
  const instance = instanceOf("throw new Error('a setting is missing');");

  for (const _ of [1, 2]) await expect(instance.run({}, {})).rejects.toThrow('a setting is missing');
});

it('whose thread ends fails the call; the next one has a new instance', async () => {
  const instance = instanceOf(
    'let calls = 0; exports.handler = async event => { if (event) process.exit(3); return ++calls; };',
  );
  expect(await instance.run(false, {})).toBe(1);

  await expect(instance.run(true, {})).rejects.toThrow("the function's process ended (3)");
  expect(await instance.run(false, {})).toBe(1);
});
