/** Entry point of `npm run operator`, the operators' command line (infra/docs/api/operators.md). */
import { createInterface } from 'node:readline/promises';
import { runProgram } from './program.ts';

// A reader of the output, such as `head`, can close the pipe before everything is written. This is not an error.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  print: text => void process.stdout.write(text),
  // Errors and questions go to standard error, so that standard output contains only the result.
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
