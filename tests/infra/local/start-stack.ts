/** Launcher of the local stack, which runs `npm start` in a separate process group, as a terminal does. */
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../infra/local/ports.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackAddresses = Pick<Stack, 'url' | 'inbox' | 'console'>;

/**
 * Starts a local stack.
 * @param settings environment variables of the stack; a port without setting is a free port
 */
export async function startStack(settings: Record<string, string> = {}) {
  const API_PORT = settings.API_PORT ?? String(await findFreePort());
  const INBOX_PORT = settings.INBOX_PORT ?? String(await findFreePort());
  const CONSOLE_PORT = settings.CONSOLE_PORT ?? String(await findFreePort());
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: CHECKOUT,
    detached: true,
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      PASSWORD_HASH_COST: '4',
      TEST_ACCOUNTS: 'false',
      ...settings,
      API_PORT,
      INBOX_PORT,
      CONSOLE_PORT,
    },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  const ended = new Promise<number | null>(resolve => npm.once('close', code => resolve(code)));

  return {
    pid: npm.pid ?? 0,
    apiPort: API_PORT,
    url: `http://localhost:${API_PORT}/api/v1`,
    inbox: `http://localhost:${INBOX_PORT}`,
    /** The URL of the console; empty until the stack has printed it. */
    get console() {
      return /Console\s+(\S+)/.exec(output)?.[1] ?? '';
    },
    ended,
    output: () => output,
    async ready() {
      const isReady = () => /^ready/m.test(output);
      await waitUntil(isReady, ended);
      if (!isReady()) throw new Error(output);
    },
    descendants: () => listDescendants(npm.pid ?? 0),
  };
}

async function waitUntil(done: () => boolean, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!done() && !over) await new Promise(resolve => setTimeout(resolve, 50));
}

/** Lists all descendants of a process, in every process group. */
export function listDescendants(pid: number): { pid: number; command: string }[] {
  const children = listProcesses().filter(({ parent }) => parent === pid);
  return children.flatMap(child => [child, ...listDescendants(child.pid)]);
}

/** Returns the ids of the processes that are still running, without zombie processes. */
export function filterRunning(pids: readonly number[]): number[] {
  return listProcesses()
    .filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'))
    .map(({ pid }) => pid);
}

function listProcesses() {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map(line => {
    const [pid = '', parent = '', state = '', ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state, command: command.join(' ') };
  });
}
