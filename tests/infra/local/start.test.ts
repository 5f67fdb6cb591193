import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../infra/local/settings.ts';
import { TEST_ACCOUNTS } from '../../../infra/local/test-accounts.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { filterRunning, type Stack, startStack } from './start-stack.ts';

it('the local stack cannot be a sandbox with STAGE=production', () => {
  expect(() => readSettings({ STAGE: 'production', SANDBOX: 'true' }, false)).toThrow(
    'SANDBOX=true is not allowed with STAGE=production',
  );
});

/** Runs two stacks from one working copy at the same time. Each of the last two tests stops one stack. */
describe('two local stacks that npm start runs', () => {
  let first: Stack;
  let second: Stack;
  const started: Stack[] = [];
  const start = async (settings?: Record<string, string>) => {
    const stack = await startStack(settings);
    started.push(stack);
    return stack;
  };

  beforeAll(async () => {
    [first, second] = await Promise.all([start(), start({ TEST_ACCOUNTS: 'true', LOG_FORMAT: 'text' })]);
    await Promise.all([first.ready(), second.ready()]);
  }, 4 * MINUTE);

  afterAll(async () => {
    const left = started.flatMap(stack => filterRunning([stack.pid]));
    for (const pid of left) process.kill(-pid, 'SIGTERM');
    await Promise.all(started.map(stack => stack.ended));
  });

  it('two local stacks run at the same time, each with its own inbox', async () => {
    for (const stack of [first, second]) {
      expect((await fetch(`${stack.url}/health`)).status, stack.output()).toBe(200);
    }
    expect(await (await fetch(`${first.inbox}/store`)).json()).toEqual({ emails: [], templates: {} });
  });

  it(
    'the smoke test passes on the local stack and skips the checks that require AWS',
    async () => {
      const url = new URL(first.url).origin;
      const { stdout } = await promisify(execFile)(process.execPath, ['infra/smoke/main.ts', '--url', url]);

      expect(stdout).not.toContain('failed');
      const passed = [...stdout.matchAll(/^passed +(\w+)/gm)].map(([, name]) => name);
      expect(passed).toEqual([
        'accounts',
        'preflight',
        'unknown',
        'mail',
        'routes',
        'index',
        'transaction',
        'operator',
        'scan',
        'upload',
        'cleanup',
      ]);
      expect(stdout.match(/^skipped .+ \w+/gm)).toHaveLength(9);
    },
    MINUTE,
  );

  it('npm start exits with an error that names every taken port and every port that is set for two servers', async () => {
    const taken = { API_PORT: first.apiPort, INBOX_PORT: new URL(first.inbox).port };
    const third = await start({ ...taken, CONSOLE_PORT: first.apiPort });

    expect(await third.ended).toBe(1);
    for (const [name, port] of Object.entries(taken))
      expect(third.output()).toContain(
        `Port ${port} is not free. Stop the program that uses it, or set ${name} to another port.`,
      );
    expect(third.output()).toContain(`API_PORT and CONSOLE_PORT are both ${first.apiPort}.`);
  });

  it('npm start prints readable log lines with LOG_FORMAT=text and registers test accounts that can sign in', async () => {
    for (const { email, password } of Object.values(TEST_ACCOUNTS)) {
      const response = await fetch(`${second.url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status).toBe(200);
    }
    await vi.waitFor(() =>
      expect(second.output()).toMatch(/^\d\d:\d\d:\d\d {2}200 POST \/api\/v1\/auth\/login {2}\d+ ms/m),
    );
    expect(first.output()).toContain('"event":"request.completed"');
  });

  it('the API and the console of the local stack return 400 for a malformed request target', async () => {
    for (const url of [first.url, first.console]) {
      const [response] = await once(
        get({ host: '127.0.0.1', port: new URL(url).port, path: '//' }),
        'response',
      );
      expect(response.resume().statusCode).toBe(400);
    }
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  it('the API of the local stack lists each exposed header once', async () => {
    const { headers } = await fetch(`${first.url}/health`, { headers: { origin: 'http://localhost:1' } });
    const names = headers.get('access-control-expose-headers')?.split(',') ?? [];

    expect(names).toContain('X-Request-Id');
    expect(names).toEqual([...new Set(names)]);
  });

  it('npm start leaves no process and no file behind after Ctrl-C', async () => {
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
    expect(first.output()).toContain('Stopped by SIGINT.');
  });

  it('npm start stops all processes and prints the name of the one that died', async () => {
    const processes = second.descendants();
    const database = processes.find(({ command }) => command.includes('dynoxide serve'));
    process.kill(database?.pid ?? 0, 'SIGKILL');

    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('DynamoDB stopped (SIGKILL).');
    expect(filterRunning(processes.map(({ pid }) => pid))).toEqual([]);
  });
});
