import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterRunning, type Stack, startStack } from './start-stack.ts';

const MINUTES = 60_000;

/** Runs two stacks from one working copy at the same time. Each of the last two tests stops one stack. */
describe('npm start', () => {
  let first: Stack;
  let second: Stack;
  const started: Stack[] = [];
  const start = async (settings?: Record<string, string>) => {
    const stack = await startStack(settings);
    started.push(stack);
    return stack;
  };

  beforeAll(async () => {
    [first, second] = await Promise.all([start(), start()]);
    await Promise.all([first.ready(), second.ready()]);
  }, 4 * MINUTES);

  afterAll(async () => {
    const left = started.flatMap(stack => filterRunning([stack.pid]));
    for (const pid of left) process.kill(-pid, 'SIGTERM');
    await Promise.all(started.map(stack => stack.ended));
  });

  it('runs two stacks at the same time, each with its own inbox', async () => {
    for (const stack of [first, second]) {
      expect((await fetch(`${stack.url}/health`)).status, stack.output()).toBe(200);
      expect(await (await fetch(`${stack.inbox}/store`)).json()).toEqual({ emails: [], templates: {} });
    }
  });

  it('exits with an error that names a taken port and the process on it', async () => {
    const third = await start({ API_PORT: first.apiPort });

    expect(await third.ended).toBe(1);
    expect(third.output()).toMatch(
      new RegExp(`Port ${first.apiPort} is taken by .+ \\(pid \\d+\\)\\. Stop it, or set API_PORT`),
    );
  });

  it('exits with an error for SANDBOX=true with STAGE=production', async () => {
    const third = await start({ STAGE: 'production', SANDBOX: 'true' });

    expect(await third.ended).toBe(1);
    expect(third.output()).toContain('SANDBOX=true is not allowed with STAGE=production');
  });

  it('leaves no process and no file behind after Ctrl-C', async () => {
    const processes = first.descendants();
    const directory =
      /\S+\.local\/run-\w+/.exec(processes.map(({ command }) => command).join(' '))?.[0] ?? '';
    expect(processes.length).toBeGreaterThanOrEqual(4);
    expect(existsSync(directory)).toBe(true);

    process.kill(-first.pid, 'SIGINT'); // A terminal signals the whole process group.
    await first.ended;

    expect(filterRunning(processes.map(({ pid }) => pid))).toEqual([]);
    expect(existsSync(directory)).toBe(false);
    expect(first.output()).not.toContain('stopped (');
  });

  it('stops all processes when one of them dies, and prints which one it was', async () => {
    const processes = second.descendants();
    const database = processes.find(({ command }) => command.includes('dynoxide serve'));
    process.kill(database?.pid ?? 0, 'SIGKILL');

    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('DynamoDB stopped (SIGKILL).');
    expect(filterRunning(processes.map(({ pid }) => pid))).toEqual([]);
  });
});
