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
 * Runs blocks in bash, one after another.
 * @param folder working directory, in which the commands can create files
 * @returns the output of each block, including errors
 */
export async function runBlocks(blocks: readonly Block[], folder: string): Promise<string[]> {
  const shell = spawn('bash', ['-s'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A guide that installs packages gets those of this checkout.
    env: { ...process.env, NODE_PATH: resolve('node_modules') },
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  const ended = new Promise(resolve => shell.once('close', resolve));
  const script = blocks.map(
    ({ commands }) => `{\n${commands}\n} 2>&1 < /dev/null\necho\necho '${END_OF_BLOCK}'\n`,
  );
  shell.stdin.end(script.join(''));
  await ended;
  return output.split(`${END_OF_BLOCK}\n`).slice(0, -1);
}

/** Returns whether an output matches the one that a page shows. Blank lines at the end are ignored. */
export function matchesExpected(output: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split('…')
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(output.trim());
}
