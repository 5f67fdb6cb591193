/** Runner that starts the operators' command line as the npm script does. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const [program, ...script] = scripts.operator.split(' ');

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs an operators' command.
 * @param env all environment variables of the command; the developer's own credentials are not passed on
 */
export function runOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  if (program !== 'node') throw new Error(`The script runs ${program}.`);
  const options = { cwd: fileURLToPath(ROOT), env: { HOME: '/nonexistent', ...env } };
  return new Promise(resolve => {
    const child = execFile(process.execPath, [...script, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
