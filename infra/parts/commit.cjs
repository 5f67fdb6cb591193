/** The commit that is packaged. It is an output of each stack, which the smoke test compares (infra/smoke/). */
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/**
 * Returns the commit of the working copy that has a folder, followed by `-dirty` if files differ from it, except those of
 * stages, or `unknown` outside a repository.
 *
 * @param {string} folder
 */
function readCommit(folder) {
  /** @type {(...words: string[]) => string} */
  const git = (...words) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changes = git('status', '--porcelain', '--', ':/', ':(top,exclude)infra/stages/*.yml');
    return git('rev-parse', 'HEAD') + (changes ? '-dirty' : '');
  } catch {
    return 'unknown';
  }
}

/** Returns the commit, for the outputs of a part. */
const commit = () => readCommit(join(__dirname, '../..'));

module.exports = { commit, readCommit };
