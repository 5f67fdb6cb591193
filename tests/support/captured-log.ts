/**
 * Captured output of the service. Tests can read it, and the test report does not contain it. A test fails when the
 * output has an alert about a write that would have left money unattended, unless the test has deleted the output.
 */
import { afterEach, expect } from 'vitest';

const shared = globalThis as { capturedOutput?: string[] };

/**
 * Chunks of output, in one array for the whole worker. This file is evaluated again for each test file. The other
 * modules of `tests/support` are not, so they keep the instance of this file that they imported first.
 */
shared.capturedOutput ??= [];
const outputChunks = shared.capturedOutput;
outputChunks.length = 0;

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array) => outputChunks.push(String(chunk)) > 0;
}

/** Returns all output since the start of the current test file. */
export function readOutput(): string {
  return outputChunks.join('');
}

/** Deletes the output so far. */
export function clearOutput(): void {
  outputChunks.length = 0;
}

/** Returns the parsed log entries of one kind of event, such as `request.completed` or `job.done`. */
export function readLogEvents(event: string): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.startsWith('{'));
  return lines.map(line => JSON.parse(line)).filter(line => line.event === event);
}

afterEach(() => {
  const isAlert = (line: string) => line.includes('"money unattended","testimonyId"');
  const alerts = outputChunks.filter(isAlert);
  if (alerts.length > 0) clearOutput(); // so that the following tests do not fail
  expect(alerts).toEqual([]);
});
