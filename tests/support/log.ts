/** Keeps what the service writes to its log out of the test report, and shows it to the tests that ask. */
const written: string[] = [];

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
}

/** All that was written so far by the tests of this file. */
export function allOutput(): string {
  return written.join('');
}

/** The lines of one event, `request.completed` or `job.done`, parsed. */
export function logLines(event: string): Record<string, unknown>[] {
  const lines = allOutput()
    .split('\n')
    .filter(line => line.startsWith('{'));
  return lines.map(line => JSON.parse(line)).filter(line => line.event === event);
}
