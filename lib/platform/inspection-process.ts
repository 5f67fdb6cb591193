/** Child processes that inspect untrusted files, with limits (infra/decisions/0025-document-check.md). */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getDeadlineSignal } from '../deadline.ts';
import { log } from '../log.ts';

export interface InspectionLimits {
  /** Maximum time in milliseconds, counted from the moment at which the script is ready. */
  readonly timeMs: number;
  /** Maximum size of JavaScript objects in mebibytes. */
  readonly heapMb: number;
  /** Maximum resident memory of the process in mebibytes: objects, buffers and the Node.js runtime. */
  readonly residentMb: number;
}

/** Reason why a file was not inspected completely. `crashed`: the process ended by itself, without a result. */
export type InspectionFailure = 'out-of-time' | 'out-of-memory' | 'crashed';

/** Maximum time in milliseconds in which a script loads its libraries. */
const START_TIME_MS = 20_000;
const MEASUREMENT_INTERVAL_MS = 10;
/** Maximum length of the text that a process writes to its error output before it is ready. */
const MAX_ERROR_LENGTH = 1000;

/**
 * Runs a script in a child process until the script sends its result. The script first sends `ready`, and then receives
 * the input.
 *
 * If the process ends after it has received the input, the input is regarded as the cause. The function then returns an
 * `InspectionFailure` and throws no error. Without `/proc`, as on macOS, resident memory is not limited.
 * @param script path relative to the working directory, which is `/var/task` on Lambda and the project's folder
 * elsewhere
 * @throws Error when the process does not become ready, for example because its script does not exist
 * @throws DeadlineExceeded when the deadline of the invocation passes (lib/deadline.ts)
 */
export async function runInspectionProcess<Result extends object>(
  script: string,
  input: object,
  limits: InspectionLimits,
): Promise<Result | InspectionFailure> {
  const child = fork(resolve(script), {
    env: selectEnvironment(),
    execArgv: [`--max-old-space-size=${limits.heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const deadline = getDeadlineSignal();
  const timers: NodeJS.Timeout[] = [];
  let errorText = '';
  let isReady = false;
  child.stderr?.setEncoding('utf8').on('data', text => {
    if (!isReady) errorText = `${errorText}${text}`.slice(0, MAX_ERROR_LENGTH);
  });
  try {
    return await new Promise<Result | InspectionFailure>((end, fail) => {
      const giveUp = (failure: InspectionFailure, detail = '') => {
        log.warn({ event: 'inspection.given_up', detail: `${failure} ${detail}`.trim() });
        end(failure);
      };
      const failToStart = (detail: string) =>
        fail(new Error(`the inspection did not start: ${detail}: ${errorText}`));
      timers.push(setTimeout(() => isReady || failToStart('timeout'), START_TIME_MS));
      child.on('message', (message: 'ready' | Result) => {
        if (message !== 'ready') return end(message);
        isReady = true;
        child.send(input, () => {}); // If the process has ended meanwhile, the event `close` reports it.
        timers.push(setTimeout(giveUp, limits.timeMs, 'out-of-time'));
        timers.push(
          setInterval(() => {
            if (measurePeakMb(child) > limits.residentMb) giveUp('out-of-memory');
          }, MEASUREMENT_INTERVAL_MS),
        );
      });
      child.on('error', fail);
      child.on('close', (code, signal) => {
        const detail = signal ?? `exit code ${code}`;
        if (!isReady) return failToStart(detail);
        giveUp(signal === 'SIGABRT' || signal === 'SIGKILL' ? 'out-of-memory' : 'crashed', detail);
      });
      deadline?.addEventListener('abort', () => fail(deadline.reason));
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    child.removeAllListeners('close'); // From here on, the end of the process is expected.
    child.kill('SIGKILL');
  }
}

/**
 * Selects the environment variables of the child process: only the one that Lambda's Node.js needs to load its
 * libraries, because the others may hold secrets.
 */
function selectEnvironment(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH } = process.env;
  return LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {};
}

/** Returns the most resident memory that the process has had, or 0 when it has ended or there is no `/proc`. */
function measurePeakMb({ pid }: ChildProcess): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
