/** Runs the shell commands of documentation pages in one shell, as a reader who pastes them block by block. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Block {
  readonly page: string;
  readonly commands: string;
  /** Output that the page shows below the commands; `…` stands for any text. */
  readonly expected?: string;
}

/** Reads the `sh` blocks of a page, each with the block without language that follows it directly. */
export const readBlocks = (page: string): Block[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?/gms)].map(
    ([, commands = '', expected]) => ({ page, commands, ...(expected !== undefined && { expected }) }),
  );

const END_OF_BLOCK = '--- end of the block ---';

/**
 * Runs blocks in bash, one after another.
 *
 * @param folder working directory, in which the commands create files
 * @returns the output of each block, errors included
 */
export async function runBlocks(blocks: readonly Block[], folder: string): Promise<string[]> {
  const shell = spawn('bash', ['-s'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
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

/** Returns whether an output is the one that a page shows. Blank lines at the end do not count. */
export function matchesExpected(output: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split('…')
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(output.trim());
}
