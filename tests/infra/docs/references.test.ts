/** Tests that the links, anchors, files and commands in the documentation exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS, splitName } from '../../../infra/operator/commands.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const SOURCE_FOLDERS = '{functions,infra,lib,tests}/**';
const PAGES = [
  'README.md',
  ...globSync('infra/{docs,docs/api,docs/guides,decisions}/*.md', { cwd: ROOT }).sort(),
];
const SOURCES = globSync(`{${SOURCE_FOLDERS}/*.{ts,cjs,mjs,yml},serverless.yml,.*.cjs}`, {
  cwd: ROOT,
}).sort();
const SUFFIX = /[.](ts|cjs|mjs|yml|md)$/;

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** Returns the text of a page without its code blocks. */
const readProse = (page: string) => readText(page).replace(/^```[\s\S]*?^```/gm, '');

const basenames = new Set(
  [...globSync(`${SOURCE_FOLDERS}/*.*`, { cwd: ROOT }), ...SOURCES].map(file => basename(file)),
);

/** Applies a check to each file, and returns its findings by file. */
function findInFiles(files: readonly string[], check: (file: string) => readonly string[]) {
  const found = files.map(file => [file, check(file)] as const);
  return Object.fromEntries(found.filter(([, mentions]) => mentions.length > 0));
}

/** Commands that call AWS directly with the caller's own credentials. */
const AWS_COMMANDS = ['table check', 'keys rotate', 'keys drop-previous'];

it('the links of a page lead to existing files and headings', () => {
  const findBroken = (page: string) =>
    findAll(readProse(page).replace(/`[^`]*`/g, 'code'), /\]\(([^)\s]+)\)/g)
      .filter(link => !/^https?:/.test(link))
      .filter(link => !linkTargetExists(page, link));

  expect(findInFiles(PAGES, findBroken)).toEqual({});
});

it('a page mentions only files that exist', () => {
  const findMissing = (page: string) =>
    findAll(readProse(page), /`([^`\n]+)`/g).filter(span => looksLikeFile(span) && !fileExists(span));

  expect(findInFiles(PAGES, findMissing)).toEqual({});
});

it('a page mentions only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readText('package.json'));
  const findMissing = (page: string) =>
    findAll(readText(page), /\bnpm run (?:--silent )?([\w:-]+)/g).filter(name => !(name in scripts));

  expect(findInFiles(PAGES, findMissing)).toEqual({});
});

it('a page mentions only operator commands that exist', () => {
  const findMissing = (page: string) =>
    findOperatorCommands(readText(page)).filter(
      name => !isOperatorCommand(name) && !AWS_COMMANDS.includes(name),
    );

  expect(findInFiles(PAGES, findMissing)).toEqual({});
});

it('an operator command on a page has its required options, and only options that it knows', () => {
  const general = ['all', 'csv', 'dry-run', 'help', 'json', 'profile', 'url', 'yes'];
  const findWrong = (page: string) => {
    const lines = findAll(readText(page), /operator -- ([^`\n#]+)/g).map(line => `${line} `);
    return lines.filter(line => {
      const command = COMMANDS.find(({ name }) => line.startsWith(`${name} `));
      const options = command?.options.filter(({ name }) => name !== command.argument) ?? [];
      const given = findAll(line, / --([a-z-]+)/g);
      const list = (fields: typeof options) => fields.map(({ name }) => splitName(name).join('-'));
      const required = given.includes('help') ? [] : list(options.filter(({ isRequired }) => isRequired));
      const known = [...general, ...list(options)];
      return (
        command &&
        !(required.every(name => given.includes(name)) && given.every(name => known.includes(name)))
      );
    });
  };

  expect(findInFiles(PAGES, findWrong)).toEqual({});
});

it('infra/decisions/README.md lists every decision with its title', () => {
  const rows = readText('infra/decisions/README.md').split('\n');
  const decisions = globSync('infra/decisions/0*.md', { cwd: ROOT });
  const isListed = (file: string) => {
    const [title = ''] = readText(file).split('\n');
    return rows.includes(`- [${title.replace('# ', '')}](${basename(file)})`);
  };

  expect(decisions.length).toBeGreaterThan(30);
  expect(decisions.filter(file => !isListed(file))).toEqual([]);
});

it('the checks of references report links and files that do not exist', () => {
  expect({
    'a missing file': linkTargetExists('README.md', 'infra/docs/nothing.md'),
    'a missing heading': linkTargetExists('README.md', '#nothing'),
    'the wrong folder': linkTargetExists('infra/docs/data.md', 'infra/docs/data.md'),
    'a missing path': fileExists('lib/domain/nothing.ts'),
    'a missing file name': fileExists('nothing.ts'),
    'a missing function': fileExists('jobs/nothing'),
  }).toEqual({
    'a missing file': false,
    'a missing heading': false,
    'the wrong folder': false,
    'a missing path': false,
    'a missing file name': false,
    'a missing function': false,
  });
});

it('a source file mentions only files that exist', () => {
  const pattern = /(?<![\w./{-])((?:functions|infra|lib|tests)\/[\w./*-]+[.](?:ts|cjs|mjs|yml|md))\b/g;
  const sources = SOURCES.filter(file => !file.startsWith('tests/'));

  expect(
    findInFiles(sources, file => findAll(readText(file), pattern).filter(path => !fileExists(path))),
  ).toEqual({});
});

it('a source file cites only headings that exist', () => {
  const findBroken = (file: string) => [
    ...findAll(readText(file), /\b(infra\/docs\/[\w./-]+[.]md#[\w-]+)/g).filter(
      link => !linkTargetExists('README.md', link),
    ),
    ...findAll(readText(file), /\bREADME, "([^"]+)"/g).filter(
      section => !linkTargetExists('README.md', `#${createAnchor(section)}`),
    ),
  ];

  expect(findInFiles(SOURCES, findBroken)).toEqual({});
});

/** Returns whether the name is that of a command, or of a command without a group and its argument. */
function isOperatorCommand(text: string): boolean {
  return COMMANDS.some(({ name, argument }) => text === name || (argument && text.startsWith(`${name} `)));
}

/**
 * Returns the operator commands that a page contains: those after `operator` in code blocks and code spans, and code
 * spans that begin with a group of commands.
 */
function findOperatorCommands(text: string): string[] {
  const blocks = findAll(text, /^(```[\s\S]*?^```)/gm);
  const spans = findAll(text.replace(/^```[\s\S]*?^```/gm, ''), /`([^`]+)`/g);
  const called = findAll(
    [...blocks, ...spans].join('\n'),
    /(?<=^|run |--silent |\$\()operator (?:--\s)?([a-z]+(?: [a-z][a-z-]*)?)\b/gm,
  );
  const groups = COMMANDS.map(({ name }) => name.split(' ')[0]).join('|');
  const named = findAll(spans.join('\n'), new RegExp(`^((?:${groups}) [a-z-]+)(?!\\S)`, 'gm'));
  return [...called, ...named];
}

/**
 * Returns whether the file and the heading that a link refers to exist.
 * @param link target of the link as written on the page
 */
function linkTargetExists(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  if (!existsSync(join(ROOT, target))) return false;
  return (
    anchor === undefined ||
    findAll(readProse(target), /^#+ (.+)$/gm)
      .map(createAnchor)
      .includes(anchor)
  );
}

/** Converts a heading into its anchor, as GitHub does. */
function createAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns whether a code span looks like a path in this repository, a path in `functions` or a file name. */
function looksLikeFile(span: string): boolean {
  if (!/^[\w.*<>@-][\w.*<>/@-]*$/.test(span)) return false;
  const [folder = '', ...inner] = span.split('/');
  if (inner.length === 0) return SUFFIX.test(span) && !span.startsWith('.');
  return existsSync(join(ROOT, folder)) || existsSync(join(ROOT, 'functions', folder));
}

function fileExists(span: string): boolean {
  if (!span.includes('/')) return basenames.has(span);
  const path = span.replaceAll(/<\w+>/g, '*').replace(/[/]$/, '');
  const inHouse = ['', 'functions/'].some(folder => existsSync(join(ROOT, `${folder}${path}`)));
  return inHouse || globSync([path, `functions/${path}.ts`], { cwd: ROOT }).length > 0;
}
