/** Runner of packaged functions in a separate process, as on Lambda. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The largest response is the script of the reference page, in Base64. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * Unpacks a function's files into a temporary folder and loads the code there, with only the environment variables in
 * `env`. Without an event, the handler is not called.
 * @returns the handler's response, or undefined without an event
 * @throws Error with the output of the process in `stderr`, when the process fails
 */
export async function runPackagedFunction(
  files: Readonly<Record<string, Uint8Array>>,
  env: Record<string, string>,
  event?: object,
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const code = Object.keys(files).find(name => name.endsWith('.cjs'));
  const load = `require(${JSON.stringify(`./${code}`)})`;
  const print = 'response => process.stdout.write(JSON.stringify(response), () => process.exit())';
  const call = event ? `.handler(${JSON.stringify(event)}).then(${print})` : '; process.exit()';
  const run = promisify(execFile)(process.execPath, ['-e', load + call], {
    cwd: folder,
    env,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { stdout } = await run.finally(() => rmSync(folder, { recursive: true }));
  return event && JSON.parse(stdout.split('\n').at(-1) ?? ''); // the last line is the response; the log precedes it
}
