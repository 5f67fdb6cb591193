/** The commit that is packaged. It is an output of each stack, which the smoke test compares (infra/smoke/). */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Returns the commit of the working copy that contains a folder. The suffix `-dirty` means that files other than those
 * of stages have changed. Outside a repository, it returns `unknown`.
 */
export function readCommit(folder: string) {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changes = git('status', '--porcelain', '--', ':/', ':(top,exclude)infra/stages/*.yml');
    return git('rev-parse', 'HEAD') + (changes ? '-dirty' : '');
  } catch {
    return 'unknown';
  }
}

export const commit = () => readCommit(fileURLToPath(new URL('../..', import.meta.url)));
