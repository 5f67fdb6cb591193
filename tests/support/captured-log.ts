/** Keeps what the service writes to its log out of the test report, and shows it to the tests that ask. */
const outputChunks: string[] = [];

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array) => outputChunks.push(String(chunk)) > 0;
}

/** All that was written so far by the tests of this file. */
export function readOutput(): string {
  return outputChunks.join('');
}

/** The lines of one event, `request.completed` or `job.done`, parsed. */
export function readLogEvents(event: string): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.startsWith('{'));
  return lines.map(line => JSON.parse(line)).filter(line => line.event === event);
}
