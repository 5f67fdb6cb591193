/** Starts the local stack as its users do, in a process group of its own as a terminal would. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../infra/local/ports.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** @param settings environment variables of contract §6; the ports are free ones unless given */
export async function startStack(settings: Record<string, string> = {}) {
  const API_PORT = settings.API_PORT ?? String(await freePort());
  const INBOX_PORT = settings.INBOX_PORT ?? String(await freePort());
  const { PATH, HOME } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: CHECKOUT,
    detached: true,
    env: { PATH, HOME, PASSWORD_HASH_COST: '4', ...settings, API_PORT, INBOX_PORT },
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
    /** Known once it is ready. */
    get console() {
      return /Console\s+(\S+)/.exec(output)?.[1] ?? '';
    },
    ended,
    output: () => output,
    async ready() {
      const isReady = () => /^ready/m.test(output);
      await poll(isReady, ended);
      if (!isReady()) throw new Error(output);
    },
    descendants: () => descendantsOf(npm.pid ?? 0),
  };
}

async function poll(done: () => boolean, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!done() && !over) await new Promise(resolve => setTimeout(resolve, 50));
}

/** Every process below, whatever group it is in. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const children = processes().filter(({ parent }) => parent === pid);
  return children.flatMap(child => [child, ...descendantsOf(child.pid)]);
}

/** Those that run; one that has ended and merely awaits its parent's notice is gone. */
export function alive(pids: readonly number[]): number[] {
  return processes()
    .filter(({ pid, state }) => pids.includes(pid) && state !== 'Z')
    .map(({ pid }) => pid);
}

function processes() {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), state, command }];
      } catch {
        return []; // It ended while we looked.
      }
    });
}
