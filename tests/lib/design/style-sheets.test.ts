/** Tests of the style sheets made from the design tokens. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../../lib/design/style-sheets.ts';
import { COLORS } from '../../../lib/design/tokens.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';

const packageFile = (path: string) => createRequire(import.meta.url).resolve(path);

it('the style sheet defines every colour in both themes', () => {
  const [light = '', dark = ''] = createTokenStyleSheet().split('@media');
  for (const [name, value] of Object.entries(COLORS.light)) expect(light).toContain(`--${name}: ${value};`);
  for (const [name, value] of Object.entries(COLORS.dark)) expect(dark).toContain(`--${name}: ${value};`);
});

describe('the typeface', () => {
  it('the typeface is declared at the given URLs, with a fallback until its files are loaded', () => {
    const css = createTypefaceStyleSheet(({ name }) => `/assets/${name}`);
    for (const { name } of TYPEFACE_FILES) expect(css).toContain(`url("/assets/${name}")`);
    expect(css.match(/font-display: swap/g)).toHaveLength(TYPEFACE_FILES.length);
    expect(css).toContain('size-adjust');
  });

  it('the files of the typeface have the ranges of characters that the package declares', () => {
    const css = readFileSync(packageFile('@fontsource-variable/source-sans-3/index.css'), 'utf8');
    for (const { path, unicodeRange } of TYPEFACE_FILES) {
      expect(existsSync(packageFile(path))).toBe(true);
      const [, declared] = css.split(path.split('/').at(-1) ?? '');
      expect(declared).toMatch(
        new RegExp(`^[^}]*unicode-range: ${unicodeRange.replaceAll(', ', ',').replaceAll('+', '\\+')};`),
      );
    }
  });

  it('the typeface contains every letter of Slovak', () => {
    const ranges = TYPEFACE_FILES.flatMap(({ unicodeRange }) => unicodeRange.split(', ')).map(range =>
      range
        .slice(2)
        .split('-')
        .map(value => Number.parseInt(value, 16)),
    );
    for (const letter of 'aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕsštťuúvwxyýzžAÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ„“–€') {
      const code = letter.codePointAt(0) ?? 0;
      expect(
        ranges.some(([first = 0, last = first]) => code >= first && code <= last),
        letter,
      ).toBe(true);
    }
  });
});
