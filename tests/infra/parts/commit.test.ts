import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCommit } from '../../../infra/parts/commit.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('readCommit returns the commit, with `-dirty` if files other than those of stages have changed', () => {
  const folder = createFolder();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  mkdirSync(join(folder, 'infra/stages'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write('infra/stages/sandbox.yml', "MALWARE_SCAN: 'false'");
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '--message', 'x');
  const head = git('rev-parse', 'HEAD');

  expect(readCommit(folder)).toBe(head);
  write('infra/stages/sandbox.yml', "MALWARE_SCAN: 'true'");
  expect(readCommit(join(folder, 'infra'))).toBe(head);
  write('infra/stages/plugin.ts', '');
  expect(readCommit(join(folder, 'infra'))).toBe(`${head}-dirty`);
});

it('readCommit returns `unknown` outside a repository', () => {
  expect(readCommit(createFolder())).toBe('unknown');
});
