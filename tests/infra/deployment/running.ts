/** Packaged code in a process of its own, as a Lambda would start it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Loads the code with nothing but these variables, and hands the event to its handler if there is one.
 * Rejects with what the process had to say when that fails.
 */
export async function runCode(code: Buffer, env: Record<string, string>, event?: object): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const file = join(folder, 'handler.cjs');
  writeFileSync(file, code);
  const load = `require(${JSON.stringify(file)})`;
  const call = event ? `.handler(${JSON.stringify(event)}).then(() => process.exit())` : '; process.exit()';
  await promisify(execFile)(process.execPath, ['-e', load + call], { env }).finally(() =>
    rmSync(folder, { recursive: true }),
  );
}
