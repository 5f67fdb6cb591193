/**
 * Outlives the stack by a moment to clean up behind it, however it ended.
 *
 * Its standard input is a pipe from the stack's process: `+pid` adds a process to watch, `-pid` drops one.
 * The pipe closes when that process ends, even by SIGKILL; then whatever is left is killed and the data
 * directory (first argument, optional) is removed.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const directory = process.argv[2];
const pids = new Set<number>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

createInterface({ input: process.stdin })
  .on('line', line => (line.startsWith('+') ? pids.add(+line.slice(1)) : pids.delete(+line.slice(1))))
  .on('close', () => {
    for (const pid of pids) {
      try {
        process.kill(-pid, 'SIGKILL'); // Each leads a group, its own children included.
      } catch {
        // It ended by itself in the meantime.
      }
    }
    if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
