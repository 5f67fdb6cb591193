/** Tests of the style sheets made from the design tokens, and of the typefaces. */
import { expect, it } from 'vitest';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../../lib/design/style-sheets.ts';
import { COLORS } from '../../../lib/design/tokens.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';

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
