/** Runner of operators' commands within the test process. */
import { runProgram } from '../../../infra/operator/program.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs an operators' command without a terminal.
 * @param env all environment variables of the command; the developer's own credentials are not passed on
 */
export async function runOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const before = process.env;
  process.env = { HOME: '/nonexistent', ...env };
  const stdout: string[] = [];
  const stderr: string[] = [];
  try {
    const code = await runProgram(args, {
      print: text => void stdout.push(text),
      printError: text => void stderr.push(text),
      isInteractive: false,
      ask: () => Promise.reject(new Error('there is no terminal')),
    });
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.env = before;
  }
}
