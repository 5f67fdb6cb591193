/** Entry point of `npm run operator`, the operators' command line (infra/docs/api/operators.md). */
import { createInterface } from 'node:readline/promises';
import { runProgram } from './program.ts';

// A reader such as `head` closes the pipe before the whole output is written.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  print: text => void process.stdout.write(text),
  // Questions go to standard error, too, so that standard output has only the result.
  printError: text => void process.stderr.write(text),
  isInteractive: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  async ask(text) {
    const prompt = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await prompt.question(text);
    } finally {
      prompt.close();
    }
  },
});
