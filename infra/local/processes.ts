/** Starts, watches and stops the processes of the local stack. No process outlives the process that started it. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface StackProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code or signal when the process has ended. */
  readonly exitStatus: Promise<string>;
  /** Sends SIGTERM, then SIGKILL after 1.5 seconds. Resolves when the process has ended. */
  stop(): Promise<void>;
  kill(): void;
}

/** Watches processes and stops them when this process ends, even if it is killed. */
export interface ProcessSupervisor {
  /** The supervisor's own process and all processes that it watches. */
  readonly processes: readonly StackProcess[];
  watch(stackProcess: StackProcess): void;
  /** Stops the watched processes and removes the supervisor's directory. Resolves when both are done. */
  close(): Promise<void>;
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
 * Starts a process in its own process group. Ctrl-C in the terminal therefore reaches only the main process, which then
 * stops all other processes.
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

/** Kills a process and the processes that it started. */
function killProcessGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

/**
 * Starts the supervisor process.
 * @param directory folder that the supervisor removes after all processes have ended
 */
export function startSupervisor(directory?: string): ProcessSupervisor {
  const script = fileURLToPath(new URL('./supervisor-process.ts', import.meta.url));
  const stdio: StdioOptions = ['pipe', 'ignore', 'inherit'];
  const supervisorProcess = startProcess({
    name: 'supervisor',
    args: [script, ...(directory ? [directory] : [])],
    stdio,
  });
  const controlPipe = supervisorProcess.child.stdin;
  // An error of the pipe means that the supervisor has ended, which its `exitStatus` reports.
  controlPipe?.on('error', () => {});
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
