/** Runner of packaged functions in a separate process, as on Lambda. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The largest response is the script of the reference page, in Base64. */
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

type Files = Readonly<Record<string, Uint8Array>>;

/** Unpacks a function's files into a temporary folder. Returns the folder and the path of the code in it. */
function unpack(files: Files): { folder: string; code: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return { folder, code: join(folder, Object.keys(files).find(name => name.endsWith('.cjs')) ?? '') };
}

/**
 * Calls a function's handler in a process with only the environment variables in `env`.
 * @returns the handler's response
 * @throws Error with the output of the process in `stderr`, when the process fails
 */
export async function runPackagedFunction(
  files: Files,
  env: Record<string, string>,
  event: object,
): Promise<unknown> {
  const { folder, code } = unpack(files);
  const print = 'response => process.stdout.write(JSON.stringify(response), () => process.exit())';
  const call = `require(${JSON.stringify(code)}).handler(${JSON.stringify(event)}).then(${print})`;
  const run = promisify(execFile)(process.execPath, ['-e', call], {
    cwd: folder,
    env,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { stdout } = await run.finally(() => rmSync(folder, { recursive: true }));
  return JSON.parse(stdout.split('\n').at(-1) ?? ''); // the last line is the response; the log precedes it
}

/**
 * Loads the code of functions one after another in one process, each with only its own environment variables.
 * @throws Error with the output of the process, when a function cannot be loaded
 */
export async function loadPackagedFunctions(
  functions: readonly { readonly files: Files; readonly env: Readonly<Record<string, string>> }[],
): Promise<void> {
  const unpacked = functions.map(({ files, env }) => ({ ...unpack(files), env }));
  const load = `for (const { folder, code, env } of ${JSON.stringify(unpacked)}) {
    process.chdir(folder);
    process.env = env;
    require(code);
    delete require.cache[code];
  }
  process.exit()`;
  const run = promisify(execFile)(process.execPath, ['-'], { env: {} });
  run.child.stdin?.end(load); // an argument would be too long
  await run.finally(() => {
    for (const { folder } of unpacked) rmSync(folder, { recursive: true });
  });
}
