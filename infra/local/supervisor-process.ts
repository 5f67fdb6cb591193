/**
 * Process that stops the processes of the local stack and removes the stack's files, even if the stack was killed.
 *
 * Its standard input is a pipe from the stack's process: the line `+pid` adds a process to watch, `-pid` removes one.
 * The pipe closes when the stack's process ends, even by SIGKILL. When the pipe closes, this process kills all
 * processes that it still watches. If the first argument names a directory, this process also removes the directory.
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
        process.kill(-pid, 'SIGKILL'); // Each process leads a process group, which contains its children.
      } catch {
        // The process has already ended.
      }
    }
    if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
