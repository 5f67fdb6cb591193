/** Tests that the links, anchors, files and commands in the documentation exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe.each(PAGES)('%s', page => {
  const text = readProse(page);
  const links = findAll(text.replace(/`[^`]*`/g, 'code'), /\]\(([^)\s]+)\)/g).filter(
    link => !/^https?:/.test(link),
  );
  const spans = findAll(text, /`([^`\n]+)`/g);

  it('the page links only to files and headings that exist', () => {
    expect(links.filter(link => !linkTargetExists(page, link))).toEqual([]);
  });

  it('the page names only files that exist', () => {
    expect(spans.filter(span => looksLikeFile(span) && !fileExists(span))).toEqual([]);
  });

  it('the page names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readText('package.json'));
    const mentions = findAll(readText(page), /\bnpm run (?:--silent )?([\w:-]+)/g);

    expect(mentions.filter(name => !(name in scripts))).toEqual([]);
  });
});

it('the checks find existing pages, sources, links and files', () => {
  expect(PAGES.length).toBeGreaterThan(15);
  expect(SOURCES).toContain('lib/http/endpoint.ts');
  expect(linkTargetExists('README.md', 'infra/docs/data.md#states')).toBe(true);
  expect(fileExists('infra/functions/*.yml')).toBe(true);
  expect(fileExists('infra/stages/<stage>.yml')).toBe(true);
});

it.each([
  ['a link to a missing file', () => linkTargetExists('README.md', 'infra/docs/nothing.md')],
  ['a link to a missing heading', () => linkTargetExists('README.md', '#nothing')],
  ['a link relative to the wrong folder', () => linkTargetExists('infra/docs/data.md', 'infra/docs/data.md')],
  ['a missing path', () => fileExists('lib/domain/nothing.ts')],
  ['a missing file name', () => fileExists('nothing.ts')],
  ['a missing function', () => fileExists('jobs/nothing')],
])('the checks report %s', (_, found) => {
  expect(found()).toBe(false);
});

it.each(SOURCES.filter(file => !file.startsWith('tests/')))(
  '%s names only files and README sections that exist',
  file => {
    const mentions = findAll(
      readText(file),
      /(?<![\w./{-])((?:functions|infra|lib|tests)\/[\w./*-]+[.](?:ts|cjs|mjs|yml|md))\b/g,
    );
    const sections = findAll(readText(file), /\bREADME, "([^"]+)"/g).map(createAnchor);

    expect(mentions.filter(path => !fileExists(path))).toEqual([]);
    expect(sections.filter(section => !linkTargetExists('README.md', `#${section}`))).toEqual([]);
  },
);

it.each(SOURCES)('%s cites only headings that exist and no document outside this repository', file => {
  const cited = findAll(readText(file), /\b(infra\/docs\/[\w./-]+[.]md#[\w-]+)/g);

  expect(cited.filter(link => !linkTargetExists('README.md', link))).toEqual([]);
  expect(findAll(readText(file), /\b((?:spec|contract) §\S*)/g)).toEqual([]);
});

/**
 * Returns whether the file and the heading exist to which a link leads.
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
