/**
 * The commit that is packaged. Each stack has it as an output, which the smoke test compares with the commit of the
 * working copy (infra/smoke/).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Returns the commit of the working copy that contains a folder, or `unknown` outside a repository. The suffix `-dirty`
 * means that there are uncommitted changes to files other than those of stages.
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
