/** Tests of the shell blocks of the documentation pages. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const PAGES = [
  'README.md',
  ...readdirSync(new URL('infra/docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => `infra/docs/${file}`),
];

/** Returns the contents of all `sh` blocks of a page, without the indentation of lists. */
function readShellBlocks(page: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  return [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, indentation = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );
}

it.each(PAGES)('the shell blocks of %s have the syntax of a shell', page => {
  // Placeholders such as <name> are replaced, because the shell would read them as redirections.
  const script = readShellBlocks(page)
    .join('\n')
    .replaceAll(/<[^<>\n]+>/g, 'placeholder');

  expect(() =>
    execFileSync('bash', ['-n'], { input: script, stdio: ['pipe', 'ignore', 'pipe'] }),
  ).not.toThrow();
});

it.each(['restore.md', 'deployment.md'])('%s sets every variable that its commands use', page => {
  const script = readShellBlocks(`infra/docs/${page}`).join('\n');
  const used = [...script.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name);
  const set = [...script.matchAll(/(?:^|\b)([A-Za-z_]\w*)=|for (\w+) in|read -rs? (\w+)/gm)].flatMap(groups =>
    groups.slice(1).filter(Boolean),
  );

  expect([...new Set(used)].filter(name => !set.includes(name ?? ''))).toEqual([]);
});

it('restore.md sets the API URL that the operator commands use', () => {
  const script = readShellBlocks('infra/docs/restore.md').join('\n');

  expect(script.indexOf('export API_URL=')).toBeGreaterThan(-1);
  expect(script.indexOf('export API_URL=')).toBeLessThan(script.indexOf('npm run operator'));
});

it('restore.md deletes a table only after checking that it is not in use', () => {
  const block = readShellBlocks('infra/docs/restore.md').find(text => text.includes('dynamodb delete-table'));

  expect(block).toMatch(/CURRENT=\$\(setting TABLE_NAME\)\s+if \[ -z "\$CURRENT" \] .*= "\$CURRENT" \]/);
});

it.each(PAGES)('the commands of %s that run in the checkout write only where git ignores files', page => {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const written = [
    ...text.matchAll(/npm run [^\n`]*? > (\S+)/g),
    ...text.matchAll(/npm run (?:console|client|screenshots) -- ([^\s`]+)/g),
  ].map(([, path = '']) => path);

  expect(written.filter(path => !/^([.]package|<folder>|[$/])/.test(path))).toEqual([]);
});

it('git ignores the folders into which the commands of the pages write', () => {
  const ignored = readFileSync(new URL('.gitignore', ROOT), 'utf8').split('\n');

  expect(ignored).toEqual(expect.arrayContaining(['.package/', '.smoke/']));
});
