/**
 * The processes the local stack consists of: each has a name for messages, tells when it died,
 * and none outlives the one that started it.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Part {
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves with the exit code or signal once the process is gone. */
  readonly gone: Promise<string>;
  /** Asks it to end, insists after a second and a half; resolves when it is gone. */
  stop(): Promise<void>;
  kill(): void;
}

export interface Keeper {
  /** The keeper itself and everything it watches. */
  readonly parts: readonly Part[];
  watch(part: Part): void;
  /** Stops what is watched and removes the directory; resolves when both are done. */
  close(): Promise<void>;
  /** The same for those in a hurry: nothing gets time to finish. */
  kill(): void;
}

interface Start {
  readonly name: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  readonly cwd?: string;
}

const PATIENCE_MS = 1500;

/**
 * Starts one process in a group of its own, so that a Ctrl-C in the terminal reaches only the stack,
 * which then stops its parts in order.
 */
export function startPart({ name, command = process.execPath, args, env, stdio, cwd }: Start): Part {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...env },
    stdio: stdio ?? ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', error => resolve(error.message));
  });

  const kill = () => killGroup(child);

  return {
    name,
    process: child,
    gone,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const impatience = setTimeout(kill, PATIENCE_MS);
      await gone;
      clearTimeout(impatience);
      killGroup(child);
    },
  };
}

/** What a part started itself goes with it. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** @param directory removed when everything has ended */
export function startKeeper(directory?: string): Keeper {
  const script = fileURLToPath(new URL('./keeper.ts', import.meta.url));
  const stdio: StdioOptions = ['pipe', 'ignore', 'inherit'];
  const keeper = startPart({ name: 'keeper', args: [script, ...(directory ? [directory] : [])], stdio });
  const pipe = keeper.process.stdin;
  pipe?.on('error', () => {}); // A dead keeper is noticed by its `gone`.
  const watched: Part[] = [];

  return {
    get parts() {
      return [keeper, ...watched];
    },
    watch(part) {
      watched.push(part);
      pipe?.write(`+${part.process.pid}\n`);
      void part.gone.then(() => pipe?.writable && pipe.write(`-${part.process.pid}\n`));
    },
    async close() {
      await Promise.all(watched.map(part => part.stop()));
      pipe?.end();
      await keeper.gone;
    },
    kill() {
      for (const part of watched) part.kill();
    },
  };
}
