/**
 * The processes the local stack consists of: each has a name for messages, tells when it died,
 * and none outlives the one that started it.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface StackProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code or signal once the process is gone. */
  readonly exitStatus: Promise<string>;
  /** Asks it to end, insists after a second and a half; resolves when it is gone. */
  stop(): Promise<void>;
  kill(): void;
}

export interface ProcessSupervisor {
  /** The supervisor itself and everything it watches. */
  readonly processes: readonly StackProcess[];
  watch(stackProcess: StackProcess): void;
  /** Stops what is watched and removes the directory; resolves when both are done. */
  close(): Promise<void>;
  /** The same for those in a hurry: nothing gets time to finish. */
  kill(): void;
}

interface ProcessOptions {
  readonly name: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: StdioOptions;
  readonly cwd?: string;
}

const STOP_TIMEOUT_MS = 1500;

/**
 * Starts one process in a group of its own, so that a Ctrl-C in the terminal reaches only the stack,
 * which then stops its parts in order.
 */
export function startProcess({
  name,
  command = process.execPath,
  args,
  env,
  stdio,
  cwd,
}: ProcessOptions): StackProcess {
  const child = spawn(command, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...env },
    stdio: stdio ?? ['ignore', 'ignore', 'inherit'],
  });
  const exitStatus = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', error => resolve(error.message));
  });

  const kill = () => killProcessGroup(child);

  return {
    name,
    child,
    exitStatus,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const killTimer = setTimeout(kill, STOP_TIMEOUT_MS);
      await exitStatus;
      clearTimeout(killTimer);
      killProcessGroup(child);
    },
  };
}

/** What a part started itself goes with it. */
function killProcessGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** @param directory removed when everything has ended */
export function startSupervisor(directory?: string): ProcessSupervisor {
  const script = fileURLToPath(new URL('./supervisor-process.ts', import.meta.url));
  const stdio: StdioOptions = ['pipe', 'ignore', 'inherit'];
  const supervisorProcess = startProcess({
    name: 'supervisor',
    args: [script, ...(directory ? [directory] : [])],
    stdio,
  });
  const controlPipe = supervisorProcess.child.stdin;
  controlPipe?.on('error', () => {}); // A dead supervisor is noticed by its `gone`.
  const watchedProcesses: StackProcess[] = [];

  return {
    get processes() {
      return [supervisorProcess, ...watchedProcesses];
    },
    watch(stackProcess) {
      watchedProcesses.push(stackProcess);
      controlPipe?.write(`+${stackProcess.child.pid}\n`);
      void stackProcess.exitStatus.then(
        () => controlPipe?.writable && controlPipe.write(`-${stackProcess.child.pid}\n`),
      );
    },
    async close() {
      await Promise.all(watchedProcesses.map(stackProcess => stackProcess.stop()));
      controlPipe?.end();
      await supervisorProcess.exitStatus;
    },
    kill() {
      for (const stackProcess of watchedProcesses) stackProcess.kill();
    },
  };
}
