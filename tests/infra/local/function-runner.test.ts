import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type FunctionDefinition,
  FunctionRunner,
  FunctionTimeoutError,
} from '../../../infra/local/function-runner.ts';
import { controlTimers } from '../../support/control-timers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

/**
 * Writes a bundle and creates a function runner for the bundle.
 * @param code the code before the handler
 * @param handler the body of the handler, which can use `event` and `context`
 */
function createRunner(
  { code = '', handler }: { code?: string; handler: string },
  more: Partial<FunctionDefinition> = {},
): FunctionRunner {
  mkdirSync(join(folder, 'functions'), { recursive: true });
  const source = `${code}; export const handler = async (event, context) => { ${handler} };`;
  writeFileSync(join(folder, 'functions/any.mjs'), source);
  const definition = {
    name: 'any-function',
    handler: 'functions/any.handler',
    timeout: 5,
    environment: { STAGE: 'local' },
  };
  return new FunctionRunner({ ...definition, ...more }, folder);
}

it('FunctionRunner loads a bundle once per thread', async () => {
  const runner = createRunner({ code: 'let calls = 0', handler: 'return [event, ++calls]' });

  expect(await runner.invoke('first')).toEqual(['first', 1]);
  expect(await runner.invoke('second')).toEqual(['second', 2]);
});

it('functions with the same bundle share their thread but not their state', async () => {
  const bundle = {
    code: "import { threadId } from 'node:worker_threads'; let calls = 0",
    handler: 'const { STAGE, ONLY, HOME } = process.env; return [threadId, ++calls, STAGE, ONLY, HOME]',
  };
  const first = createRunner(bundle, { name: 'first', environment: { STAGE: 'local', ONLY: 'first' } });
  const second = createRunner(bundle, { name: 'second', environment: { STAGE: 'sandbox' } });

  const [thread, ...others] = (await first.invoke({})) as unknown[];

  expect(others).toEqual([1, 'local', 'first', undefined]);
  expect(await second.invoke({})).toEqual([thread, 1, 'sandbox', undefined, undefined]);
});

it('FunctionRunner passes a request id and the remaining time to the handler', async () => {
  const runner = createRunner({
    handler: 'return [context.awsRequestId, context.functionName, context.getRemainingTimeInMillis()]',
  });

  const [id, name, remaining] = (await runner.invoke({})) as [string, string, number];

  expect([id, name]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'any-function']);
  expect(remaining).toBeGreaterThan(1000);
  expect(remaining).toBeLessThanOrEqual(5000);
});

it.each([
  ['threw an error', "throw new TypeError('broken')", 'TypeError: broken'],
  ['threw a value that is not an error', "throw 'broken'", 'broken'],
  ['threw an error that cannot be cloned', "throw new Error('broken', { cause: () => 1 })", 'broken'],
  ['returned a value that cannot be cloned', 'return () => {}', 'could not be cloned'],
])('FunctionRunner reuses a thread after its handler %s', async (_, statement, message) => {
  const runner = createRunner({
    code: 'let calls = 0',
    handler: `calls++; if (event) { ${statement} } return calls;`,
  });

  await expect(runner.invoke(true)).rejects.toThrow(message);
  expect(await runner.invoke(false)).toBe(2);
  expect(console.error).toHaveBeenCalledWith(expect.stringContaining('any-function: '));
});

it('FunctionRunner rejects each call when the bundle cannot be loaded', async () => {
  const runner = createRunner({ code: "throw new Error('a setting is missing')", handler: '' });

  for (const _ of [1, 2]) await expect(runner.invoke({})).rejects.toThrow('a setting is missing');
});

it.each([
  ['exits', 'process.exit(3); return new Promise(() => {})', 'the worker thread exited with code 3'],
  [
    'throws outside its handler',
    "setImmediate(() => { throw new Error('outside'); }); return new Promise(() => {})",
    'outside',
  ],
])('FunctionRunner replaces a thread when the code %s', async (_, statement, message) => {
  const runner = createRunner({
    code: 'let calls = 0',
    handler: `calls++; if (event) { ${statement} } return calls;`,
  });
  expect(await runner.invoke(false)).toBe(1);

  await expect(runner.invoke(true)).rejects.toThrow(message);
  expect(await runner.invoke(false)).toBe(1);
});

it('FunctionRunner replaces a thread after an error between two events', async () => {
  const runner = createRunner({
    code: 'let calls = 0',
    handler: "if (event) setTimeout(() => { throw new Error('late'); }, 50); return ++calls;",
  });
  expect(await runner.invoke(true)).toBe(1);

  await vi.waitFor(async () => expect(await runner.invoke(false)).toBe(1), { timeout: 60_000 });
});

it('FunctionRunner replaces a thread when an event exceeds the timeout', async () => {
  const runner = createRunner(
    { code: 'let calls = 0', handler: 'calls++; return event ? new Promise(() => {}) : calls;' },
    { timeout: 3 },
  );
  const pass = controlTimers();
  const hanging = runner.invoke(true);

  pass(3000);

  await expect(hanging).rejects.toThrow(FunctionTimeoutError);
  expect(await runner.invoke(false)).toBe(1);
});

it('FunctionRunner handles 200 concurrent events in fewer than 64 threads', async () => {
  const runner = createRunner({
    code: "import { threadId } from 'node:worker_threads'; let running = 0",
    handler: `if (running++) throw new Error('two at once');
      await new Promise(resolve => setTimeout(resolve, 2)); running--; return threadId;`,
  });

  const threads = await Promise.all(Array.from({ length: 200 }, (_, index) => runner.invoke(index)));

  expect(new Set(threads).size).toBeGreaterThan(1);
  expect(new Set(threads).size).toBeLessThan(64);
});

it('createInvocation returns an invocation that runs the handler with the event that was set', async () => {
  const invocation = createRunner({ handler: 'return event.rate' }).createInvocation();
  invocation.setClientContext(undefined);
  invocation.setEvent({ rate: 'minute' });

  expect(await invocation.runHandler()).toBe('minute');
});
