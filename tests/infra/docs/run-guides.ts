/** Runs the shell commands of documentation pages in one shell, like a reader who pastes them block by block. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Block {
  readonly page: string;
  readonly commands: string;
  /** Output that the page shows below the commands. `…` stands for any text. */
  readonly expected?: string;
}

/**
 * Reads the `sh` blocks of a page, each with the expected output: the block without a language that directly follows.
 */
export const readBlocks = (page: string): Block[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?/gms)].map(
    ([, commands = '', expected]) => ({ page, commands, ...(expected !== undefined && { expected }) }),
  );

const END_OF_BLOCK = '--- end of the block ---';

/**
 * Opens a bash.
 * @param folder working directory, in which the commands can create files
 */
export function openShell(folder: string) {
  const shell = spawn('bash', ['-s'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A guide that installs packages gets those of this checkout.
    env: { ...process.env, NODE_PATH: resolve('node_modules') },
  });
  let output = '';
  let report = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
      report();
    });
  }
  const ended = new Promise<void>(resolve => shell.once('close', () => resolve()));
  return {
    /** Runs commands, and returns their output, including errors. */
    async run(commands: string): Promise<string> {
      output = '';
      const isComplete = new Promise<void>(resolve => {
        report = () => output.endsWith(`${END_OF_BLOCK}\n`) && resolve();
      });
      shell.stdin.write(`{\n${commands}\n} 2>&1 < /dev/null\necho\necho '${END_OF_BLOCK}'\n`);
      await Promise.race([isComplete, ended]);
      return output.replace(`${END_OF_BLOCK}\n`, '');
    },
    end: () => shell.stdin.end(),
  };
}

/** Runs blocks in one shell, one after another, and returns the output of each. */
export async function runBlocks(blocks: readonly Block[], folder: string): Promise<string[]> {
  const shell = openShell(folder);
  const outputs: string[] = [];
  for (const { commands } of blocks) outputs.push(await shell.run(commands));
  shell.end();
  return outputs;
}

/** Returns whether an output matches the one that a page shows. Blanks at the beginning and at the end are ignored. */
export function matchesExpected(output: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split('…')
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(output.trim());
}
