/** Runner of operators' commands within the test process. */
import { runProgram } from '../../../infra/operator/program.ts';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Answers the questions of a terminal. By default, there is no terminal. */
  readonly answer?: (question: string) => Promise<string>;
  readonly commands?: Parameters<typeof runProgram>[2];
}

/**
 * Runs an operators' command.
 * @param env all environment variables of the command; the developer's own credentials are not passed on
 */
export async function runOperator(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { answer, commands }: RunOptions = {},
): Promise<CommandResult> {
  const before = process.env;
  process.env = { HOME: '/nonexistent', ...env };
  const stdout: string[] = [];
  const stderr: string[] = [];
  const terminal = {
    print: (text: string) => void stdout.push(text),
    printError: (text: string) => void stderr.push(text),
    isInteractive: answer !== undefined,
    ask: answer ?? (() => Promise.reject(new Error('there is no terminal'))),
  };
  try {
    const code = await runProgram(args, terminal, commands);
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.env = before;
  }
}
