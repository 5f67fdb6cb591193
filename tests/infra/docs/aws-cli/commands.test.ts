/** Tests that every command of the AWS CLI in the pages is complete, and exists with these parameters. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkCommand } from './check-command.ts';
import { listCommands, readInlineCommands, readShellBlocks, type Word } from './shell-commands.ts';

const ROOT = new URL('../../../../', import.meta.url);
const PAGES = [
  'README.md',
  ...readdirSync(new URL('infra/docs/', ROOT), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => `infra/docs/${file}`),
];
const readPage = (page: string) => readFileSync(new URL(page, ROOT), 'utf8');
const readBlocks = (page: string) => readShellBlocks(readPage(page));
const format = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');

const COMMANDS = PAGES.flatMap(page =>
  [...readBlocks(page), ...readInlineCommands(readPage(page))]
    .flatMap(block => listCommands(block, 'aws'))
    .map(command => [page, format(command), command] as const),
);

it.each(COMMANDS)('%s: %s', (_, __, command) => {
  expect(() => checkCommand(command)).not.toThrow();
});

it('finds every line of a shell block that has a command of the AWS CLI', () => {
  const mentions = PAGES.flatMap(readBlocks)
    .join('\n')
    .replaceAll(/^#.*$|\s#.*$/gm, '')
    .match(/(?<![\w-])aws (?=[a-z])/g);
  const found = PAGES.flatMap(readBlocks).flatMap(block => listCommands(block, 'aws'));

  expect(found.length).toBe(mentions?.length);
  expect(COMMANDS.length).toBeGreaterThan(40);
});

it.each(PAGES)('the shell blocks of %s have the syntax of a shell', page => {
  for (const block of readBlocks(page)) {
    // Placeholders such as <name> would be redirections.
    const script = block.replaceAll(/<[^<>\n]+>/g, 'placeholder');
    expect(() =>
      execFileSync('bash', ['-n'], { input: script, stdio: ['pipe', 'ignore', 'pipe'] }),
    ).not.toThrow();
  }
});

it('the restore page sets every variable that its commands use', () => {
  const script = readBlocks('infra/docs/restore.md').join('\n');
  const used = [...script.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name);
  const set = [...script.matchAll(/(?:^|\b)([A-Za-z_]\w*)=|for (\w+) in|read -r (\w+)/gm)].flatMap(groups =>
    groups.slice(1).filter(Boolean),
  );

  expect([...new Set(used)].filter(name => !set.includes(name ?? ''))).toEqual([]);
});

it('the restore page sets the API that the commands of operators call, instead of that of a developer', () => {
  const script = readBlocks('infra/docs/restore.md').join('\n');

  expect(script.indexOf('export API_URL=')).toBeGreaterThan(-1);
  expect(script.indexOf('export API_URL=')).toBeLessThan(script.indexOf('npm run operator'));
});

it('the restore page compares a table with the one in use before it deletes the table', () => {
  const block = readBlocks('infra/docs/restore.md').find(text => text.includes('dynamodb delete-table'));

  expect(block).toMatch(/CURRENT=\$\(setting TABLE_NAME\)\s+if \[ -z "\$CURRENT" \] .*= "\$CURRENT" \]/);
});

describe('checkCommand', () => {
  const check = (script: string) => () => {
    for (const command of listCommands(script, 'aws')) checkCommand(command);
  };
  const PITR = 'aws dynamodb update-continuous-backups --table-name x --point-in-time-recovery-specification';

  it.each([
    ['aws dynamodb restore-tables --table-name x', 'is not in models.json'],
    ['aws dynamodb describe-table', 'needs --table-name'],
    ['aws dynamodb describe-table --table-nam x --table-name x', 'has no parameter --table-nam'],
    ['aws dynamodb describe-table --table-name x y', 'takes one value'],
    ['aws dynamodb describe-table --table-name', 'needs a value'],
    [`${PITR} Enabled=true`, 'has no member Enabled'],
    [`${PITR} '{"Enabled": true}'`, 'has no member Enabled'],
    ['aws dynamodb wait table-ready --table-name x', 'cannot wait for table-ready'],
    ['aws s3 sync a b --delete-all', 'has no option --delete-all'],
    ['x="$(aws dynamodb describe-table)"', 'needs --table-name'],
    ['aws ssm put-parameter --name a --value b --type Secret', 'cannot be Secret'],
  ])('rejects %s', (script, message) => {
    expect(check(script)).toThrow(message);
  });

  it('accepts values that the shell or the reader replaces', () => {
    expect(check('aws ssm put-parameter --name <n> --value "$x" --type $TYPE')).not.toThrow();
  });
});
