/** Tests of the style sheets made from the design tokens, and of the typefaces. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../../lib/design/style-sheets.ts';
import { COLORS } from '../../../lib/design/tokens.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';

const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER = 63;

/** Returns the tables of a WOFF2 file by their number in the list of known tables (https://www.w3.org/TR/WOFF2/). */
function readTables(file: Buffer): Map<number, Buffer> {
  let at = 48;
  const readNumber = () => {
    let value = 0;
    for (let byte = 128; byte & 128; ) {
      byte = file[at++] ?? 0;
      value = value * 128 + (byte & 127);
    }
    return value;
  };
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at++] ?? 0;
    const number = flags & 63;
    if (number === OTHER) at += 4;
    const length = readNumber();
    const isTransformed = [GLYF, LOCA].includes(number) ? flags >> 6 === 0 : flags >> 6 > 0;
    return { number, length: isTransformed ? readNumber() : length };
  });
  const content = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  let start = 0;
  return new Map(
    entries.map(({ number, length }) => {
      start += length;
      return [number, content.subarray(start - length, start)] as const;
    }),
  );
}

/** Lists the characters of a font: the ranges of its `cmap` table in format 4. */
function listCharacters(file: Buffer): Set<number> {
  const table = readTables(file).get(CMAP) ?? Buffer.alloc(0);
  const offsets = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.readUInt32BE(8 + index * 8),
  );
  const start = offsets.find(offset => table.readUInt16BE(offset) === 4) ?? 0;
  const segments = table.readUInt16BE(start + 6) / 2;
  return new Set(
    Array.from({ length: segments }, (_, index) => {
      const last = table.readUInt16BE(start + 14 + index * 2);
      const first = table.readUInt16BE(start + 16 + (segments + index) * 2);
      return Array.from({ length: last - first + 1 }, (_, step) => first + step);
    }).flat(),
  );
}

it('the style sheet defines every colour in both themes', () => {
  const [light = '', dark = ''] = createTokenStyleSheet().split('@media');
  for (const [name, value] of Object.entries(COLORS.light)) expect(light).toContain(`--${name}: ${value};`);
  for (const [name, value] of Object.entries(COLORS.dark)) expect(dark).toContain(`--${name}: ${value};`);
});

it('the typefaces are declared at the given URLs, with a fallback until their files are loaded', () => {
  const css = createTypefaceStyleSheet(({ name }) => `/assets/${name}`);
  for (const { name } of TYPEFACE_FILES) expect(css).toContain(`url("/assets/${name}")`);
  expect(css.match(/font-display: swap/g)).toHaveLength(TYPEFACE_FILES.length);
  expect(css).toContain('size-adjust');
});

it.each(TYPEFACE_FILES)('the typeface $family contains every letter of Slovak and English', ({ path }) => {
  const characters = listCharacters(readFileSync(path));

  for (const letter of 'aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕsštťuúvwxyýzžAÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ„“–€\u00a0') {
    expect(characters, letter).toContain(letter.codePointAt(0));
  }
});
