/** Whatever the documentation points at is there: links, anchors, files, commands. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const SOURCE_FOLDERS = '{functions,infra,lib,tests}/**';
const PAGES = ['README.md', ...globSync('infra/{docs,docs/api,decisions}/*.md', { cwd: ROOT }).sort()];
const SOURCES = globSync(`{${SOURCE_FOLDERS}/*.{ts,cjs,mjs,yml},serverless.yml,.*.cjs}`, {
  cwd: ROOT,
}).sort();
const SUFFIX = /[.](ts|cjs|mjs|yml|md)$/;

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** What is shown as code is not Markdown. */
const readProse = (page: string) => readText(page).replace(/^```[\s\S]*?^```/gm, '');

const basenames = new Set(
  [...globSync(`${SOURCE_FOLDERS}/*.*`, { cwd: ROOT }), ...SOURCES].map(file => basename(file)),
);

describe.each(PAGES)('%s', page => {
  const text = readProse(page);
  const links = findAll(text.replace(/`[^`]*`/g, 'code'), /\]\(([^)\s]+)\)/g).filter(
    link => !/^https?:/.test(link),
  );
  const spans = findAll(text, /`([^`\n]+)`/g);

  it('links to files and headings that are there', () => {
    expect(links.filter(link => !linkTargetExists(page, link))).toEqual([]);
  });

  it('names files that are there', () => {
    expect(spans.filter(span => looksLikeFile(span) && !fileExists(span))).toEqual([]);
  });

  it('names commands that are there', () => {
    const { scripts } = JSON.parse(readText('package.json'));
    const named = findAll(readText(page), /\bnpm run (?:--silent )?([\w:-]+)/g);

    expect(named.filter(name => !(name in scripts))).toEqual([]);
  });
});

it('has links, files and commands to look at', () => {
  expect(PAGES.length).toBeGreaterThan(15);
  expect(SOURCES).toContain('lib/http/endpoint.ts');
  expect(linkTargetExists('README.md', 'infra/docs/data.md#states')).toBe(true);
  expect(fileExists('infra/functions/*.yml')).toBe(true);
  expect(fileExists('infra/stages/<stage>.yml')).toBe(true);
});

it.each([
  ['a link to no file', () => linkTargetExists('README.md', 'infra/docs/nothing.md')],
  ['a link to no heading', () => linkTargetExists('README.md', '#nothing')],
  ['a link from the wrong folder', () => linkTargetExists('infra/docs/data.md', 'infra/docs/data.md')],
  ['no file', () => fileExists('lib/domain/nothing.ts')],
  ['a file in no folder', () => fileExists('nothing.ts')],
  ['a function that is none', () => fileExists('jobs/nothing')],
])('finds %s', (_, found) => {
  expect(found()).toBe(false);
});

it.each(SOURCES.filter(file => !file.startsWith('tests/')))('%s names files that are there', file => {
  const named = findAll(
    readText(file),
    /(?<![\w./{-])((?:functions|infra|lib|tests)\/[\w./*-]+[.](?:ts|cjs|mjs|yml|md))\b/g,
  );
  const sections = findAll(readText(file), /\bREADME, "([^"]+)"/g).map(createAnchor);

  expect(named.filter(path => !fileExists(path))).toEqual([]);
  expect(sections.filter(section => !linkTargetExists('README.md', `#${section}`))).toEqual([]);
});

it.each(SOURCES)('%s cites headings that exist, and no document outside this repository', file => {
  const cited = findAll(readText(file), /\b(infra\/docs\/[\w./-]+[.]md#[\w-]+)/g);

  expect(cited.filter(link => !linkTargetExists('README.md', link))).toEqual([]);
  expect(findAll(readText(file), /\b((?:spec|contract) §\S*)/g)).toEqual([]);
});

/** @param link as it stands on the page */
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

/** A heading's anchor, as GitHub makes it. */
function createAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A path into the house, the name of a function, or a file's own name. */
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
