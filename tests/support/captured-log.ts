/** Captures the output of the service, so that it stays out of the test report and tests can read it. */
const outputChunks: string[] = [];

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array) => outputChunks.push(String(chunk)) > 0;
}

/** Returns all output that the tests of this file have written so far. */
export function readOutput(): string {
  return outputChunks.join('');
}

/** Returns the parsed log lines of one event, such as `request.completed` or `job.done`. */
export function readLogEvents(event: string): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.startsWith('{'));
  return lines.map(line => JSON.parse(line)).filter(line => line.event === event);
}
