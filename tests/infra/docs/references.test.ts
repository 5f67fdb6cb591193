/** Whatever the documentation points at is there: links, anchors, files, commands. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const HOUSE = '{functions,infra,lib,tests}/**';
const PAGES = ['README.md', ...globSync('infra/{docs,docs/api,decisions}/*.md', { cwd: ROOT }).sort()];
const SOURCES = globSync(`{${HOUSE}/*.{ts,cjs,mjs,yml},serverless.yml,.*.cjs}`, { cwd: ROOT }).sort();
const SUFFIX = /[.](ts|cjs|mjs|yml|md)$/;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** What is shown as code is not Markdown. */
const prose = (page: string) => read(page).replace(/^```[\s\S]*?^```/gm, '');

const basenames = new Set(
  [...globSync(`${HOUSE}/*.*`, { cwd: ROOT }), ...SOURCES].map(file => basename(file)),
);

describe.each(PAGES)('%s', page => {
  const text = prose(page);
  const links = all(text.replace(/`[^`]*`/g, 'code'), /\]\(([^)\s]+)\)/g).filter(
    link => !/^https?:/.test(link),
  );
  const spans = all(text, /`([^`\n]+)`/g);

  it('links to files and headings that are there', () => {
    expect(links.filter(link => !leads(page, link))).toEqual([]);
  });

  it('names files that are there', () => {
    expect(spans.filter(span => looksLikeFile(span) && !isThere(span))).toEqual([]);
  });

  it('names commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = all(read(page), /\bnpm run (?:--silent )?([\w:-]+)/g);

    expect(named.filter(name => !(name in scripts))).toEqual([]);
  });
});

it('has links, files and commands to look at', () => {
  expect(PAGES.length).toBeGreaterThan(15);
  expect(SOURCES).toContain('lib/http/endpoint.ts');
  expect(leads('README.md', 'infra/docs/data.md#states')).toBe(true);
  expect(isThere('infra/functions/*.yml')).toBe(true);
  expect(isThere('infra/stages/<stage>.yml')).toBe(true);
});

it.each([
  ['a link to no file', () => leads('README.md', 'infra/docs/nothing.md')],
  ['a link to no heading', () => leads('README.md', '#nothing')],
  ['a link from the wrong folder', () => leads('infra/docs/data.md', 'infra/docs/data.md')],
  ['no file', () => isThere('lib/domain/nothing.ts')],
  ['a file in no folder', () => isThere('nothing.ts')],
  ['a function that is none', () => isThere('jobs/nothing')],
])('finds %s', (_, found) => {
  expect(found()).toBe(false);
});

it.each(SOURCES.filter(file => !file.startsWith('tests/')))('%s names files that are there', file => {
  const named = all(
    read(file),
    /(?<![\w./{-])((?:functions|infra|lib|tests)\/[\w./*-]+[.](?:ts|cjs|mjs|yml|md))\b/g,
  );
  const sections = all(read(file), /\bREADME, "([^"]+)"/g).map(slugOf);

  expect(named.filter(path => !isThere(path))).toEqual([]);
  expect(sections.filter(section => !leads('README.md', `#${section}`))).toEqual([]);
});

it.each(SOURCES)('%s cites headings that exist, and no document outside this repository', file => {
  const cited = all(read(file), /\b(infra\/docs\/[\w./-]+[.]md#[\w-]+)/g);

  expect(cited.filter(link => !leads('README.md', link))).toEqual([]);
  expect(all(read(file), /\b((?:spec|contract) §\S*)/g)).toEqual([]);
});

/** @param link as it stands on the page */
function leads(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  if (!existsSync(join(ROOT, target))) return false;
  return (
    anchor === undefined ||
    all(prose(target), /^#+ (.+)$/gm)
      .map(slugOf)
      .includes(anchor)
  );
}

/** A heading's anchor, as GitHub makes it. */
function slugOf(heading: string): string {
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

function isThere(span: string): boolean {
  if (!span.includes('/')) return basenames.has(span);
  const path = span.replaceAll(/<\w+>/g, '*').replace(/[/]$/, '');
  const inHouse = ['', 'functions/'].some(folder => existsSync(join(ROOT, `${folder}${path}`)));
  return inHouse || globSync([path, `functions/${path}.ts`], { cwd: ROOT }).length > 0;
}
